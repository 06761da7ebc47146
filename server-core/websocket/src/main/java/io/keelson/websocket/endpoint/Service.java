package io.keelson.websocket.endpoint;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.websocket.endpoint.Conversions.Conversion;
import io.keelson.websocket.session.Binding;
import io.keelson.websocket.session.Channel;
import io.keelson.websocket.session.Delivery;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import java.util.EnumMap;
import java.util.Map;

/**
 * Common part of annotated and programmatic endpoints.
 *
 * <p>Specification: WebSocket 2.2, 2.1.1 Endpoint Lifecycle.
 *
 * @param owned whether the instance ends with the connection
 */
record Service(
        Object instance,
        EndpointConfig config,
        ComponentFactory components,
        boolean owned,
        String application,
        Coders coders) {

    /** See {@link io.keelson.websocket.session.EndpointCallbacks#bind}. */
    Map<Channel, Binding> bind(MessageHandler handler, Class<?> type, boolean parts) {
        Map<Channel, Conversion> conversions =
                parts ? Conversions.parts(type) : Conversions.whole(type, coders.types());
        if (conversions.isEmpty()) {
            throw new IllegalStateException("a message handler takes " + type.getName() + (parts ? " in parts" : "")
                    + ", which no message can become" + (parts ? "" : " and no decoder of the endpoint gives"));
        }
        Map<Channel, Binding> bindings = new EnumMap<>(Channel.class);
        conversions.forEach((channel, conversion) ->
                bindings.put(channel, new Binding(handler, parts, -1, delivery(handler, conversion))));
        return bindings;
    }

    @SuppressWarnings("unchecked") // the conversion gives what the handler takes
    private Delivery delivery(MessageHandler handler, Conversion conversion) {
        if (handler instanceof MessageHandler.Partial<?> partial) {
            MessageHandler.Partial<Object> target = (MessageHandler.Partial<Object>) partial;
            return (content, last) -> target.onMessage(conversion.of(coders, content), last);
        }
        MessageHandler.Whole<Object> target = (MessageHandler.Whole<Object>) handler;
        return (content, last) -> target.onMessage(conversion.of(coders, content));
    }

    /** See {@link io.keelson.websocket.session.EndpointCallbacks#typeOf}. */
    static Class<?> typeOf(MessageHandler handler) {
        Class<?> form =
                handler instanceof MessageHandler.Partial ? MessageHandler.Partial.class : MessageHandler.Whole.class;
        return Generics.argument(handler.getClass(), form)
                .orElseThrow(
                        () -> new IllegalArgumentException(handler.getClass().getName()
                                + " does not show what messages it takes (a lambda never does); use "
                                + "addMessageHandler(Class, ...)"));
    }

    void release() {
        coders.stop((coder, failure) ->
                EndpointLog.LOG.coderDestroyFailed(coder.getClass().getName(), application, failure));
        if (owned) {
            components.destroy(instance);
        }
    }
}
