package io.keelson.websocket.webapp;

import jakarta.websocket.CloseReason;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Shows what an endpoint learns and can do; what it is told to do is the message. */
@ServerEndpoint(
        value = "/room/{name}/{number}",
        subprotocols = {"chat.v2", "chat.v1"})
public class RoomEndpoint {
    private int calls;
    private int number;

    @OnOpen
    public void open(
            Session session, EndpointConfig config, @PathParam("name") String name, @PathParam("number") int value) {
        number = value;
        session.getUserProperties().put("name", name);
        Journal.note("open " + name + " " + value);
    }

    @OnMessage
    public Object take(String message, Session session, @PathParam("number") Integer value) throws Exception {
        calls++;
        switch (message) {
            case "about":
                return session.getUserProperties().get("name") + " " + value + " " + number + " calls " + calls
                        + " uri "
                        + session.getRequestURI() + " query " + session.getQueryString() + " parameters "
                        + session.getRequestParameterMap() + " path "
                        + session.getPathParameters().get("name") + " user "
                        + (session.getUserPrincipal() == null
                                ? "nobody"
                                : session.getUserPrincipal().getName())
                        + " protocol '" + session.getNegotiatedSubprotocol() + "' extensions "
                        + session.getNegotiatedExtensions().stream()
                                .map(e -> e.getName())
                                .collect(Collectors.toList())
                        + " open " + session.getOpenSessions().size() + " secure " + session.isSecure() + " version "
                        + session.getProtocolVersion() + " thread "
                        + Thread.currentThread().getName().replaceAll("'.*", "") + " loader "
                        + (Thread.currentThread().getContextClassLoader() == RoomEndpoint.class.getClassLoader());
            case "number":
                return 42;
            case "throw":
                throw new IllegalStateException("as asked");
            case "close":
                session.close(new CloseReason(CloseReason.CloseCodes.getCloseCode(4001), "as asked"));
                return null;
            case "idle":
                session.setMaxIdleTimeout(100);
                return null;
            case "all":
                for (Session other : session.getOpenSessions()) {
                    other.getAsyncRemote().sendText("to all");
                }
                return null;
            case "batch":
                session.getBasicRemote().setBatchingAllowed(true);
                for (int i = 0; i < 3; i++) {
                    session.getBasicRemote().sendText("batched " + i);
                }
                session.getBasicRemote().flushBatch();
                session.getBasicRemote().setBatchingAllowed(false);
                return null;
            case "stream":
                try (java.io.Writer writer = session.getBasicRemote().getSendWriter()) {
                    writer.write("one ");
                    writer.flush();
                    writer.write("two");
                }
                return null;
            case "overlap":
                session.getBasicRemote().sendText("a", false);
                try {
                    session.getBasicRemote().sendText("whole");
                } catch (IllegalStateException e) {
                    session.getBasicRemote().sendText("b", true);
                }
                return null;
            case "future":
                Future<Void> sent = session.getAsyncRemote().sendText("in future");
                sent.get();
                return "was sent";
            case "handler":
                session.getAsyncRemote()
                        .sendText(
                                "handled",
                                result ->
                                        Journal.note("sent " + result.isOK() + " " + (result.getSession() == session)));
                return null;
            case "ping":
                session.getBasicRemote().sendPing(java.nio.ByteBuffer.wrap(new byte[] {'p'}));
                return null;
            default:
                return "? " + message;
        }
    }

    @OnError
    public void error(Session session, Throwable failure) throws IOException {
        Journal.note("error " + failure.getMessage());
        if (session.isOpen()) {
            session.getBasicRemote().sendText("error " + failure.getMessage());
        }
    }

    @OnClose
    public void close(Session session, CloseReason reason, @PathParam("{name}") String name) {
        Journal.note("close " + name + " " + reason.getCloseCode().getCode() + " " + reason.getReasonPhrase() + " "
                + session.getUserProperties().get("name"));
    }
}
