package sockets;

import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;

/** Sends back what comes, and says who serves. */
@ServerEndpoint("/echo")
public class Echo {
    @OnMessage
    public String take(String message, Session session) {
        return message + " by " + session.getClass().getName();
    }
}
