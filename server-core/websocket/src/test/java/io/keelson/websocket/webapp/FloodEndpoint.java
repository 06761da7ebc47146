package io.keelson.websocket.webapp;

import jakarta.websocket.CloseReason;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnMessage;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import jakarta.websocket.server.ServerEndpoint;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;

/** Sends as much as it is told by the part of the API it is told, and notes how each sending and each connection ended. */
@ServerEndpoint("/flood/{id}")
public class FloodEndpoint {
    @OnMessage
    public void send(String command, Session session, @PathParam("id") String id) {
        String[] words = command.split(" ");
        int size = Integer.parseInt(words[1]);
        try {
            send(words[0], size, session, id);
        } catch (Exception e) {
            // The session had been closed before anything was sent, or the blocking call has failed.
            Journal.note("result " + id + " threw");
        }
        Journal.note("returned " + id);
    }

    private static void send(String by, int size, Session session, String id) throws Exception {
        RemoteEndpoint.Basic basic = session.getBasicRemote();
        RemoteEndpoint.Async async = session.getAsyncRemote();
        String text = "x".repeat(size);
        ByteBuffer bytes = ByteBuffer.allocate(size);
        switch (by) {
            case "text" -> basic.sendText(text);
            case "binary" -> basic.sendBinary(bytes);
            case "object" -> basic.sendObject(text);
            case "parts" -> {
                for (int i = 0; i < 10; i++) {
                    basic.sendText(text.substring(size / 10 * i, size / 10 * (i + 1)), i == 9);
                }
            }
            case "stream" -> {
                try (OutputStream out = basic.getSendStream()) {
                    out.write(bytes.array());
                }
            }
            case "writer" -> {
                try (Writer out = basic.getSendWriter()) {
                    out.write(text);
                }
            }
            case "future" -> async.sendBinary(bytes).get();
            case "handler" ->
                async.sendText(text, result -> Journal.note("result " + id + (result.isOK() ? " ok" : " failed")));
            case "object-handler" ->
                async.sendObject(text, result -> Journal.note("result " + id + (result.isOK() ? " ok" : " failed")));
            case "batch" -> {
                basic.setBatchingAllowed(true);
                for (int i = 0; i < 10; i++) {
                    basic.sendText(text.substring(size / 10 * i, size / 10 * (i + 1)));
                }
                basic.flushBatch();
            }
            case "ping" -> {
                for (int sent = 0; sent < size; sent += 100) {
                    basic.sendPing(ByteBuffer.allocate(100));
                }
            }
            default -> throw new IllegalArgumentException(by);
        }
    }

    @OnClose
    public void close(CloseReason reason, @PathParam("id") String id) {
        Journal.note("closed " + id);
    }
}
