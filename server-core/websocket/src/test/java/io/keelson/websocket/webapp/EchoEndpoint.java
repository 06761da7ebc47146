package io.keelson.websocket.webapp;

import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Sends back what comes, up to 20 MB. */
@ServerEndpoint("/echo")
public class EchoEndpoint {
    @OnMessage(maxMessageSize = 20_000_000)
    public void text(String message, Session session) throws IOException {
        session.getBasicRemote().sendText(message);
    }

    @OnMessage(maxMessageSize = 20_000_000)
    public void binary(ByteBuffer message, Session session) throws IOException {
        session.getBasicRemote().sendBinary(message);
    }
}
