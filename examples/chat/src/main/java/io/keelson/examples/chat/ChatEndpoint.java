package io.keelson.examples.chat;

import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import jakarta.websocket.server.ServerEndpoint;

/** Whoever says something in a room is heard by all who are in it. Each connection has an instance of its own. */
@ServerEndpoint("/room/{room}/{name}")
public class ChatEndpoint {
    private static final int MOST = 2_000;

    private String room;
    private String name;

    @OnOpen
    public void open(Session session, @PathParam("room") String inRoom, @PathParam("name") String called) {
        room = inRoom;
        name = called;
        session.getUserProperties().put("room", room);
        tell(
                session,
                name + " has come in; an execute thread says so: "
                        + Thread.currentThread().getName());
    }

    @OnMessage(maxMessageSize = MOST)
    public void say(String text, Session session) {
        tell(session, name + ": " + text);
    }

    @OnClose
    public void close(Session session) {
        tell(session, name + " has left");
    }

    /** Drops a client that cannot be sent to; {@link #close} tells the others. */
    @OnError
    public void error(Session session, Throwable failure) {
        session.getUserProperties().put("failure", failure);
    }

    /** Does not wait for slow readers. */
    private void tell(Session from, String line) {
        for (Session each : from.getOpenSessions()) {
            if (room.equals(each.getUserProperties().get("room"))) {
                each.getAsyncRemote().sendText(line);
            }
        }
    }
}
