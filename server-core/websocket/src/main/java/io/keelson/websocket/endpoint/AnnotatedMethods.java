package io.keelson.websocket.endpoint;

import jakarta.websocket.CloseReason;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an annotated endpoint. A method of a superclass counts where it is annotated and not overridden; where the
 * class has one of its own for the same event, that one counts.
 *
 * <p>Specification: WebSocket 2.2, 4.8 WebSockets and Inheritance.
 */
record AnnotatedMethods(
        @Nullable CallbackMethod open,
        @Nullable CallbackMethod close,
        @Nullable CallbackMethod error,
        List<MessageMethod> messages) {

    static AnnotatedMethods of(Class<?> type, CoderTypes coders) throws DeploymentException {
        CallbackMethod error = one(type, OnError.class, CallbackMethod.subject(Throwable.class, false));
        if (error != null && !error.has(CallbackMethod.SUBJECT)) {
            throw new DeploymentException(
                    "the method " + error.method() + " with @OnError has no parameter of java.lang.Throwable");
        }
        return new AnnotatedMethods(
                one(type, OnOpen.class, CallbackMethod.subject(Void.class, true)),
                one(type, OnClose.class, CallbackMethod.subject(CloseReason.class, false)),
                error,
                messages(type, coders));
    }

    private static @Nullable CallbackMethod one(
            Class<?> type, Class<? extends Annotation> annotation, CallbackMethod.Rule rule)
            throws DeploymentException {
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            List<Method> methods = declared(at, type, annotation);
            if (methods.size() > 1) {
                throw new DeploymentException(at.getName() + " has more than one method with @"
                        + annotation.getSimpleName() + ": " + methods);
            }
            if (!methods.isEmpty()) {
                return CallbackMethod.of(methods.get(0), "@" + annotation.getSimpleName(), rule);
            }
        }
        return null;
    }

    private static List<MessageMethod> messages(Class<?> type, CoderTypes coders) throws DeploymentException {
        List<MessageMethod> all = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            List<MessageMethod> here = new ArrayList<>();
            for (Method method : declared(at, type, OnMessage.class)) {
                MessageMethod message = MessageMethod.of(method, coders);
                for (MessageMethod other : here) {
                    if (other.sharesChannel(message)) {
                        throw new DeploymentException("two methods of " + at.getName()
                                + " with @OnMessage take messages of the same kind: " + other.method() + " and "
                                + method);
                    }
                }
                here.add(message);
            }
            List<MessageMethod> below = List.copyOf(all);
            here.stream()
                    .filter(message -> below.stream().noneMatch(message::sharesChannel))
                    .forEach(all::add);
        }
        return List.copyOf(all);
    }

    /** Methods of {@code at} with the annotation that {@code type} does not override. */
    private static List<Method> declared(Class<?> at, Class<?> type, Class<? extends Annotation> annotation) {
        return Arrays.stream(at.getDeclaredMethods())
                .filter(method -> !method.isBridge() && method.isAnnotationPresent(annotation))
                .filter(method -> !overridden(method, type))
                .toList();
    }

    private static boolean overridden(Method method, Class<?> type) {
        for (Class<?> below = type; below != method.getDeclaringClass(); below = below.getSuperclass()) {
            for (Method candidate : below.getDeclaredMethods()) {
                if (!candidate.isBridge()
                        && candidate.getName().equals(method.getName())
                        && Arrays.equals(candidate.getParameterTypes(), method.getParameterTypes())) {
                    return true;
                }
            }
        }
        return false;
    }
}
