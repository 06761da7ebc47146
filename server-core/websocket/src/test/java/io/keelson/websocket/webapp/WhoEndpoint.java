package io.keelson.websocket.webapp;

import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;

/** Says whose session serves it. */
@ServerEndpoint("/who")
public class WhoEndpoint {
    @OnMessage
    public String who(String message, Session session) {
        return message + " " + session.getClass().getName();
    }
}
