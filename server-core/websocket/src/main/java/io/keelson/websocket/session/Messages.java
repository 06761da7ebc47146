package io.keelson.websocket.session;

import io.keelson.websocket.frame.CloseCode;
import io.keelson.websocket.frame.Kind;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages to their handlers. The handler that is there when a message begins gets all of it (Session.addMessageHandler). Of the
 * session's mailbox.
 *
 * <p>Specification: WebSocket 2.2, 2.1.3 Receiving Messages.
 */
final class Messages {
    private final SocketSession session;
    private boolean within;
    private @Nullable Binding taking;
    private int size;
    private @Nullable StringBuilder text;
    private @Nullable ByteArrayOutputStream bytes;

    Messages(SocketSession session) {
        this.session = session;
    }

    static Channel channel(Kind kind) {
        return kind == Kind.TEXT ? Channel.TEXT : Channel.BINARY;
    }

    /** A message, or a part of one. */
    void take(Kind kind, Object content, int count, boolean last) {
        boolean first = !within;
        if (first) {
            taking = session.bindings().of(channel(kind));
            size = 0;
        }
        within = !last;
        Binding binding = taking;
        if (binding == null) {
            return;
        }
        if (binding.parts() || first && last) {
            deliver(binding, content, last);
        } else {
            gather(kind, binding, content, count, last);
        }
    }

    /** The parts of a message that began when its handler took parts, or none did; seldom. */
    private void gather(Kind kind, Binding binding, Object content, int count, boolean last) {
        size += count;
        int most = session.most(kind);
        if (size > most) {
            taking = null;
            forget();
            session.closeByUs(CloseCode.TOO_BIG, "the message is larger than " + most + " bytes");
            return;
        }
        Object whole;
        if (kind == Kind.TEXT) {
            StringBuilder all = text == null ? new StringBuilder() : text;
            text = all.append((String) content);
            whole = last ? all.toString() : "";
        } else {
            ByteArrayOutputStream all = bytes == null ? new ByteArrayOutputStream() : bytes;
            bytes = all;
            all.writeBytes((byte[]) content);
            whole = last ? all.toByteArray() : "";
        }
        if (last) {
            forget();
            deliver(binding, whole, true);
        }
    }

    /** A pong. */
    void pong(byte[] payload) {
        Binding binding = session.bindings().of(Channel.PONG);
        if (binding != null) {
            deliver(binding, payload, true);
        }
    }

    private void deliver(Binding binding, Object content, boolean last) {
        try {
            binding.delivery().deliver(content, last);
        } catch (Exception | Error e) {
            session.failed(e);
        }
    }

    void forget() {
        text = null;
        bytes = null;
    }
}
