package io.keelson.websocket.endpoint;

import io.keelson.websocket.session.Binding;
import io.keelson.websocket.session.Channel;
import io.keelson.websocket.session.Delivery;
import io.keelson.websocket.session.EndpointCallbacks;
import io.keelson.websocket.session.SocketSession;
import jakarta.websocket.CloseReason;
import jakarta.websocket.EncodeException;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint with annotated methods.
 *
 * <p>Specification: WebSocket 2.2, 2.2.1 Annotated Endpoints.
 */
final class AnnotatedService implements EndpointCallbacks {
    private final Service service;
    private final AnnotatedMethods methods;

    AnnotatedService(Service service, AnnotatedMethods methods) {
        this.service = service;
        this.methods = methods;
    }

    @Override
    public String name() {
        return service.instance().getClass().getName();
    }

    @Override
    public void open(Session session) throws Exception {
        service.coders().start(service.config());
        for (MessageMethod message : methods.messages()) {
            ((SocketSession) session).bind(bindings(message, session));
        }
        call(methods.open(), session, null);
    }

    @Override
    public void close(Session session, CloseReason reason) throws Exception {
        call(methods.close(), session, reason);
    }

    @Override
    public boolean error(Session session, Throwable failure) throws Exception {
        call(methods.error(), session, failure);
        return methods.error() != null;
    }

    private void call(@Nullable CallbackMethod method, Session session, @Nullable Object subject) throws Exception {
        if (method != null) {
            method.call(service.instance(), new Call(session, service.config(), subject, true));
        }
    }

    private Map<Channel, Binding> bindings(MessageMethod message, Session session) {
        Map<Channel, Binding> bindings = new EnumMap<>(Channel.class);
        message.conversions().forEach((channel, conversion) -> {
            Delivery delivery = (content, last) -> {
                Object subject = conversion.of(service.coders(), content);
                Object answer =
                        message.callback().call(service.instance(), new Call(session, service.config(), subject, last));
                if (answer != null) {
                    session.getBasicRemote().sendObject(answer);
                }
            };
            MessageHandler handler = message.parts() ? new Parts(delivery) : new Whole(delivery);
            bindings.put(channel, new Binding(handler, message.parts(), message.most(), delivery));
        });
        return bindings;
    }

    /** Stands for a method in the session's set of handlers; messages do not come this way. */
    private record Whole(Delivery delivery) implements MessageHandler.Whole<Object> {
        @Override
        public void onMessage(Object message) {
            throw new IllegalStateException("an annotated method is called by the container only");
        }
    }

    /** Does the same as {@link Whole}. */
    private record Parts(Delivery delivery) implements MessageHandler.Partial<Object> {
        @Override
        public void onMessage(Object part, boolean last) {
            throw new IllegalStateException("an annotated method is called by the container only");
        }
    }

    @Override
    public Map<Channel, Binding> bind(MessageHandler handler, Class<?> type, boolean parts) {
        return service.bind(handler, type, parts);
    }

    @Override
    public Class<?> typeOf(MessageHandler handler) {
        return Service.typeOf(handler);
    }

    @Override
    public Object encode(Object message) throws EncodeException, IOException {
        return service.coders().encode(message);
    }

    @Override
    public void release() {
        service.release();
    }
}
