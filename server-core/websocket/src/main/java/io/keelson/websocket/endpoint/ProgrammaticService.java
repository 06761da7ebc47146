package io.keelson.websocket.endpoint;

import io.keelson.websocket.session.Binding;
import io.keelson.websocket.session.Channel;
import io.keelson.websocket.session.EndpointCallbacks;
import jakarta.websocket.CloseReason;
import jakarta.websocket.EncodeException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.Map;

/**
 * An endpoint that extends {@link Endpoint}.
 *
 * <p>Specification: WebSocket 2.2, 2.1.1 Endpoint Lifecycle.
 */
final class ProgrammaticService implements EndpointCallbacks {
    private final Service service;
    private final Endpoint endpoint;

    ProgrammaticService(Service service) {
        this.service = service;
        this.endpoint = (Endpoint) service.instance();
    }

    @Override
    public String name() {
        return endpoint.getClass().getName();
    }

    @Override
    public void open(Session session) throws Exception {
        service.coders().start(service.config());
        endpoint.onOpen(session, service.config());
    }

    @Override
    public void close(Session session, CloseReason reason) {
        endpoint.onClose(session, reason);
    }

    @Override
    public boolean error(Session session, Throwable failure) {
        endpoint.onError(session, failure);
        return EndpointType.handlesErrors(endpoint);
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
