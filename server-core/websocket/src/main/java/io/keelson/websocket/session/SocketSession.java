package io.keelson.websocket.session;

import io.keelson.websocket.frame.CloseCode;
import io.keelson.websocket.frame.Kind;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Extension;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendHandler;
import jakarta.websocket.SendResult;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One session, as the application sees it. Thread-safe. Once it has been closed and the endpoint has been told, most methods
 * throw an {@link IllegalStateException}, as {@link Session} asks.
 *
 * <p>Specification: WebSocket 2.2, 2.1.2 Sessions.
 */
public final class SocketSession implements Session {
    private final String id = UUID.randomUUID().toString();
    private final SessionHost host;
    private final Opening opening;
    private final EndpointCallbacks callbacks;
    private final Bindings bindings = new Bindings();
    private final Conversation conversation;
    private final BasicRemote basic;
    private final AsyncRemote async;
    private final Map<String, Object> properties;
    private volatile long idleMillis;
    private volatile int mostText;
    private volatile int mostBinary;
    private volatile boolean invalid;

    /** A session over a connection that has just been upgraded; {@link #begin} opens it. */
    public SocketSession(SessionHost host, Opening opening, EndpointCallbacks callbacks, Wire connection) {
        this.host = host;
        this.opening = opening;
        this.callbacks = callbacks;
        WebSocketContainer defaults = host.container();
        idleMillis = defaults.getDefaultMaxSessionIdleTimeout();
        mostText = defaults.getDefaultMaxTextMessageBufferSize();
        mostBinary = defaults.getDefaultMaxBinaryMessageBufferSize();
        properties = Collections.synchronizedMap(new HashMap<>(opening.properties()));
        conversation = new Conversation(this, host, connection, opening.side(), opening.compression());
        basic = new BasicRemote(this, conversation.sender());
        async = new AsyncRemote(this, conversation.sender(), defaults.getDefaultAsyncSendTimeout());
    }

    /** Opens it: the endpoint is told, then messages come in. */
    public void begin() {
        host.opened(this);
        conversation.begin();
    }

    /** Does the same as {@link #begin}, on the calling thread: the endpoint has been told when this returns. */
    public void beginHere() {
        conversation.beginHere();
    }

    /** Returns what the handshake settled. */
    public Opening opening() {
        return opening;
    }

    /** Closes it because the application stops: the client has not much time to answer. */
    public void goAway(Duration patience) {
        CloseReason away = new CloseReason(CloseReason.CloseCodes.GOING_AWAY, "the application is being stopped");
        conversation.closeByUs(CloseCode.GOING_AWAY, away.getReasonPhrase(), away, patience);
    }

    /** Closes it from the server's side; the endpoint is told the same. */
    public void closeByUs(int code, String why) {
        conversation.closeByUs(code, why, new CloseReason(CloseReason.CloseCodes.getCloseCode(code), why));
    }

    /** Looks whether the client has been silent for too long. Now and then; {@code now} is the ticker's time. */
    public void look(long now) {
        conversation.look(now, idleMillis);
    }

    EndpointCallbacks callbacks() {
        return callbacks;
    }

    Bindings bindings() {
        return bindings;
    }

    int most(Kind kind) {
        return conversation.most(kind);
    }

    void await(CompletableFuture<?> sent) throws IOException {
        conversation.await(sent);
    }

    void limit(CompletableFuture<?> sent, long millis) {
        conversation.limit(sent, millis);
    }

    void sends() {
        conversation.sends();
    }

    /** Tells a handler what became of a send, on a thread of the application. */
    void report(CompletableFuture<?> sent, SendHandler handler) {
        sent.whenComplete((done, failure) -> conversation.apart(() -> {
            try {
                handler.onResult(failure == null ? new SendResult(this) : new SendResult(this, failure));
            } catch (RuntimeException | Error e) {
                SocketLog.LOG.sendHandlerFailed(host.application(), e);
            }
        }));
    }

    /** The endpoint, a coder or a message failed: the endpoint is told, else the log (5.2.2). In the mailbox. */
    void failed(Throwable failure) {
        try {
            if (!callbacks.error(this, failure)) {
                SocketLog.LOG.endpointFailed(callbacks.name(), host.application(), failure);
            }
        } catch (Exception | Error e) {
            if (e != failure) {
                e.addSuppressed(failure);
            }
            SocketLog.LOG.errorMethodFailed(callbacks.name(), host.application(), e);
        }
    }

    /** Has ended. */
    void invalidate() {
        invalid = true;
    }

    private void check() {
        if (invalid) {
            throw new IllegalStateException("the WebSocket session " + id + " has been closed");
        }
    }

    // ---- as the application sees it

    @Override
    public WebSocketContainer getContainer() {
        check();
        return host.container();
    }

    @Override
    public void addMessageHandler(MessageHandler handler) {
        check();
        boolean parts = handler instanceof MessageHandler.Partial;
        bindings.add(callbacks.bind(handler, callbacks.typeOf(handler), parts));
    }

    @Override
    public <T> void addMessageHandler(Class<T> type, MessageHandler.Whole<T> handler) {
        check();
        bindings.add(callbacks.bind(handler, type, false));
    }

    @Override
    public <T> void addMessageHandler(Class<T> type, MessageHandler.Partial<T> handler) {
        check();
        bindings.add(callbacks.bind(handler, type, true));
    }

    /** Adds handlers of the endpoint's own methods. */
    public void bind(Map<Channel, Binding> added) {
        bindings.add(added);
    }

    @Override
    public Set<MessageHandler> getMessageHandlers() {
        check();
        return Collections.unmodifiableSet(bindings.handlers());
    }

    @Override
    public void removeMessageHandler(MessageHandler handler) {
        check();
        bindings.remove(handler);
    }

    @Override
    public String getProtocolVersion() {
        check();
        return "13";
    }

    @Override
    public String getNegotiatedSubprotocol() {
        check();
        return opening.subprotocol();
    }

    @Override
    public List<Extension> getNegotiatedExtensions() {
        check();
        return opening.extensions();
    }

    @Override
    public boolean isSecure() {
        check();
        return opening.secure();
    }

    @Override
    public boolean isOpen() {
        return conversation.isOpen();
    }

    @Override
    public long getMaxIdleTimeout() {
        check();
        return idleMillis;
    }

    @Override
    public void setMaxIdleTimeout(long milliseconds) {
        check();
        idleMillis = milliseconds;
    }

    @Override
    public void setMaxBinaryMessageBufferSize(int length) {
        check();
        mostBinary = length;
    }

    @Override
    public int getMaxBinaryMessageBufferSize() {
        return mostBinary;
    }

    @Override
    public void setMaxTextMessageBufferSize(int length) {
        check();
        mostText = length;
    }

    @Override
    public int getMaxTextMessageBufferSize() {
        return mostText;
    }

    @Override
    public RemoteEndpoint.Async getAsyncRemote() {
        check();
        return async;
    }

    @Override
    public RemoteEndpoint.Basic getBasicRemote() {
        check();
        return basic;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public void close() {
        close(new CloseReason(CloseReason.CloseCodes.NORMAL_CLOSURE, ""));
    }

    @Override
    public void close(@Nullable CloseReason reason) {
        CloseReason given = reason == null ? new CloseReason(CloseReason.CloseCodes.NORMAL_CLOSURE, "") : reason;
        String phrase = given.getReasonPhrase();
        conversation.closeByUs(given.getCloseCode().getCode(), phrase == null ? "" : phrase, given);
    }

    @Override
    public URI getRequestURI() {
        check();
        return opening.uri();
    }

    @Override
    public Map<String, List<String>> getRequestParameterMap() {
        check();
        return opening.parameters();
    }

    @Override
    public @Nullable String getQueryString() {
        check();
        return opening.query();
    }

    @Override
    public Map<String, String> getPathParameters() {
        check();
        return opening.path();
    }

    @Override
    public Map<String, Object> getUserProperties() {
        check();
        return properties;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        check();
        return opening.user();
    }

    @Override
    public Set<Session> getOpenSessions() {
        check();
        return host.openSessions(this);
    }

    @Override
    public String toString() {
        return "WebSocket session " + id + " of " + callbacks.name();
    }
}
