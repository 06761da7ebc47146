package io.keelson.websocket.endpoint;

import io.keelson.websocket.endpoint.Conversions.Conversion;
import io.keelson.websocket.session.Channel;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A method with {@code @OnMessage}. Immutable.
 *
 * <p>Specification: WebSocket 2.2, 4.7 @OnMessage.
 *
 * @param parts whether it takes messages in parts
 * @param most how many bytes a message may have; -1 for the session's limit
 * @param conversions by channel, what makes of a message what the method takes
 */
record MessageMethod(CallbackMethod callback, boolean parts, int most, Map<Channel, Conversion> conversions) {
    static MessageMethod of(Method method, CoderTypes coders) throws DeploymentException {
        List<Parameter> own = Arrays.stream(method.getParameters())
                .filter(parameter -> !CallbackMethod.pathParameter(parameter) && parameter.getType() != Session.class)
                .toList();
        boolean parts = own.size() == 2 && own.stream().anyMatch(MessageMethod::tellsLast);
        if (own.size() != 1 && !parts) {
            throw new DeploymentException("the method " + method
                    + " with @OnMessage has to have one parameter for the message, and a boolean beside it where it takes"
                    + " parts; it has " + own);
        }
        Parameter message = parts && tellsLast(own.get(0)) ? own.get(1) : own.get(0);
        Map<Channel, Conversion> conversions =
                parts ? Conversions.parts(message.getType()) : Conversions.whole(message.getType(), coders);
        if (conversions.isEmpty()) {
            throw new DeploymentException("the method " + method + " with @OnMessage takes "
                    + message.getType().getName() + (parts ? " in parts" : "") + ", which no message can become"
                    + (parts ? "" : " and no decoder of the endpoint gives"));
        }
        CallbackMethod callback = CallbackMethod.of(
                method,
                "@OnMessage",
                parameter -> parameter.equals(message)
                        ? CallbackMethod.SUBJECT
                        : parts && tellsLast(parameter) ? CallbackMethod.LAST : null);
        return new MessageMethod(callback, parts, most(method, message, parts), conversions);
    }

    private static boolean tellsLast(Parameter parameter) {
        return parameter.getType() == boolean.class || parameter.getType() == Boolean.class;
    }

    private static int most(Method method, Parameter message, boolean parts) throws DeploymentException {
        long declared = method.getAnnotation(OnMessage.class).maxMessageSize();
        if (declared > Integer.MAX_VALUE) {
            throw new DeploymentException("the method " + method + " with @OnMessage takes messages of up to "
                    + declared + " bytes; a message has no more than " + Integer.MAX_VALUE);
        }
        boolean whole = !parts
                && !Reader.class.isAssignableFrom(message.getType())
                && !InputStream.class.isAssignableFrom(message.getType());
        return whole && declared >= 0 ? (int) declared : -1;
    }

    boolean sharesChannel(MessageMethod other) {
        return conversions.keySet().stream().anyMatch(other.conversions.keySet()::contains);
    }

    Method method() {
        return callback.method();
    }
}
