package io.keelson.embedded;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;

/** An endpoint that a test has. */
@ServerEndpoint("/echo")
public class Echo {
    @OnMessage
    public String take(String message) {
        return "echo of " + message;
    }
}
