package io.keelson.websocket.webapp;

import jakarta.websocket.OnMessage;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Sends back parts as they come. */
@ServerEndpoint("/parts")
public class PartsEndpoint {
    @OnMessage
    public void text(String part, boolean last, Session session) throws IOException {
        session.getBasicRemote().sendText(part, last);
    }

    @OnMessage
    public void binary(byte[] part, boolean last, Session session) throws IOException {
        session.getBasicRemote().sendBinary(ByteBuffer.wrap(part), last);
    }

    @OnMessage
    public String pong(PongMessage pong) {
        return "pong of " + pong.getApplicationData().remaining();
    }
}
