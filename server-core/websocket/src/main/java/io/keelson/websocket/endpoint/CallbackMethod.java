package io.keelson.websocket.endpoint;

import jakarta.websocket.DecodeException;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method of an annotated endpoint and what each of its parameters is given. Immutable.
 *
 * <p>Specification: WebSocket 2.2, 4.3 @PathParam; WebSocket 2.2, 4.4 @OnOpen; WebSocket 2.2, 4.5 @OnClose; WebSocket 2.2, 4.6 @OnError;
 * WebSocket 2.2, 4.7 @OnMessage.
 */
final class CallbackMethod {
    private final Method method;
    private final List<Argument> arguments;

    private CallbackMethod(Method method, List<Argument> arguments) {
        this.method = method;
        this.arguments = arguments;
    }

    /** Gives one parameter its value. */
    @FunctionalInterface
    interface Argument {
        @Nullable
        Object of(Call call) throws DecodeException;
    }

    /** Says what a parameter is given that is neither the session nor of the path; null where it may not be there. */
    @FunctionalInterface
    interface Rule {
        @Nullable
        Argument of(Parameter parameter);
    }

    static final Argument SUBJECT = Call::subject;
    static final Argument LAST = Call::last;
    static final Argument CONFIG = Call::config;

    /**
     * Looks at a method.
     *
     * @throws DeploymentException when it has a parameter that it may not have; the message names it
     */
    static CallbackMethod of(Method method, String annotation, Rule rule) throws DeploymentException {
        if (!Modifier.isPublic(method.getModifiers())) {
            throw new DeploymentException("the method " + method + " with " + annotation + " is not public");
        }
        List<Argument> arguments = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            Argument argument = argument(parameter, rule, method);
            if (argument == null || argument != LAST && !pathParameter(parameter) && arguments.contains(argument)) {
                throw new DeploymentException("the method " + method + " with " + annotation + " has a parameter of "
                        + parameter.getType().getName() + ", which it may not have there");
            }
            arguments.add(argument);
        }
        method.setAccessible(true); // a public method of a class that need not be public
        return new CallbackMethod(method, List.copyOf(arguments));
    }

    static boolean pathParameter(Parameter parameter) {
        return parameter.isAnnotationPresent(PathParam.class);
    }

    private static final Argument SESSION = Call::session;

    private static @Nullable Argument argument(Parameter parameter, Rule rule, Method method)
            throws DeploymentException {
        PathParam path = parameter.getAnnotation(PathParam.class);
        if (path == null) {
            return parameter.getType() == Session.class ? SESSION : rule.of(parameter);
        }
        Class<?> type = parameter.getType();
        if (type != String.class && !Primitives.is(type)) {
            throw new DeploymentException("@PathParam(\"" + path.value() + "\") of " + method + " is of "
                    + type.getName() + "; it may be a String or a primitive value");
        }
        String name = variable(path.value());
        return call -> pathValue(name, type, call.session());
    }

    /** The name as it is, or as it stands in the template. */
    private static String variable(String name) {
        return name.length() > 2 && name.startsWith("{") && name.endsWith("}")
                ? name.substring(1, name.length() - 1)
                : name;
    }

    private static @Nullable Object pathValue(String name, Class<?> type, Session session) throws DecodeException {
        String value = session.getPathParameters().get(name);
        if (value == null || type == String.class) {
            return value;
        }
        try {
            return Primitives.read(type, value);
        } catch (IllegalArgumentException e) {
            throw new DecodeException(value, "the path parameter '" + name + "' is no " + type.getName(), e);
        }
    }

    /** The rule for methods that take one kind of subject and perhaps the configuration. */
    static Rule subject(Class<?> type, boolean config) {
        return parameter -> parameter.getType() == type
                ? SUBJECT
                : config && parameter.getType() == EndpointConfig.class ? CONFIG : null;
    }

    boolean has(Argument argument) {
        return arguments.contains(argument);
    }

    Method method() {
        return method;
    }

    /** Calls it. Throws what it throws. */
    @Nullable
    Object call(Object instance, Call call) throws Exception {
        @Nullable Object[] values = new @Nullable Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).of(call);
        }
        try {
            return method.invoke(instance, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw e;
        }
    }
}
