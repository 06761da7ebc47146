package io.keelson.websocket.session;

import io.keelson.websocket.frame.CloseCode;
import io.keelson.websocket.frame.DeflateAgreement;
import io.keelson.websocket.frame.FrameListener;
import io.keelson.websocket.frame.FrameReader;
import io.keelson.websocket.frame.Kind;
import io.keelson.websocket.frame.ProtocolFault;
import io.keelson.websocket.frame.Side;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection and gives its {@link Receiver} messages, or parts of them where it takes parts. Works on the muxer's thread when
 * something arrives; when the receiver was behind and no more is, on the thread that saw this. {@code turns} lets in one at a time, and
 * whoever comes meanwhile has the one who is there look again.
 *
 * <p>Specification: RFC 6455, 6.2 Receiving Data.
 */
final class Inlet implements FrameListener {
    private static final int MOST_AT_ONCE = 16 * 1024;

    /**
     * So many bytes of input and of messages are looked at before other connections have their turn: compressed messages are cheap to
     * send, and pings and empty frames make no messages.
     */
    private static final int BUDGET = 256 * 1024;

    private static final byte[] NOTHING = {};

    private final Wire input;
    private final Receiver receiver;
    private final FrameReader reader;
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicBoolean paused = new AtomicBoolean();
    private final Runnable readable = this::turn;
    private volatile boolean stopped;

    // of whoever has the turn
    private boolean leftOver;
    private boolean ended;
    private boolean skipping;
    private int budget;
    private byte[] message = NOTHING;
    private int length;

    /** Receiver of what an inlet has read. Called by one thread at a time, in order; must not block. */
    interface Receiver {
        /** Returns whether it takes more now. Where not, {@link Inlet#resume} is called when it does. */
        boolean ready();

        /** Returns whether it takes messages of a kind in parts, as they come. */
        boolean takesParts(Kind kind);

        /** Returns how many bytes a message may have that it takes whole; what is longer is a fault. */
        int most(Kind kind);

        /** Returns whether anybody wants messages of a kind: those that are too long are left out where nobody does. */
        boolean wanted(Kind kind);

        /** Text, or a part of it that ends with a whole character. */
        void text(String text, int bytes, boolean last);

        /** Bytes, or a part of them. */
        void binary(byte[] bytes, boolean last);

        /** A ping. */
        void ping(byte[] payload);

        /** A pong. */
        void pong(byte[] payload);

        /** The peer's close frame; nothing comes after it. */
        void close(int code, String reason);

        /** Called when what came was no good; nothing comes after it. */
        void fault(int code, String reason);

        /** The peer has closed its side without a close frame. */
        void endOfInput();

        /** Runs work soon, on a thread that is not the muxer's. */
        void later(Runnable work);

        /** Reading failed for a reason that is not the peer's. */
        void broken(Throwable failure);

        /** Something has come. */
        void alive();
    }

    Inlet(Wire input, Receiver receiver, Side peer, @Nullable DeflateAgreement agreement) {
        this.input = input;
        this.receiver = receiver;
        this.reader = new FrameReader(this, peer, agreement);
    }

    /** Begins to read. */
    void start() {
        turn();
    }

    /** The receiver takes more. Any thread; cheap where reading has not stopped. */
    void resume() {
        if (paused.get() && paused.compareAndSet(true, false)) {
            turn();
        }
    }

    /** Gives back what is held, as nothing more is read. Any thread. */
    void stop() {
        stopped = true;
        turn();
    }

    private void turn() {
        if (turns.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            try {
                read();
            } catch (ProtocolFault fault) {
                end();
                receiver.fault(fault.code(), fault.reason());
            } catch (RuntimeException | Error e) {
                end();
                receiver.broken(e);
            } catch (IOException e) {
                // The peer has gone: who owns the connection learns of that by itself.
                SocketLog.LOG.debugf(e, "a connection broke while it was read");
                end();
            }
            seen = turns.addAndGet(-seen);
        }
    }

    private void end() {
        ended = true;
        message = NOTHING;
        reader.close();
    }

    private void read() throws IOException, ProtocolFault {
        if (stopped && !ended) {
            end();
        }
        budget = BUDGET;
        while (!ended) {
            if (budget <= 0) {
                receiver.later(readable);
                return;
            }
            if (!mayGoOn()) {
                return;
            }
            if (leftOver) {
                leftOver = !reader.go();
            } else if (!readMore()) {
                return;
            }
        }
    }

    /** Looks once more after it has said that it stops, as the receiver may have caught up in between. */
    private boolean mayGoOn() {
        if (receiver.ready()) {
            return true;
        }
        paused.set(true);
        return receiver.ready() && paused.compareAndSet(true, false);
    }

    private boolean readMore() throws IOException, ProtocolFault {
        int available = input.available();
        byte[] bytes = new byte[Math.max(1, Math.min(MOST_AT_ONCE, available))];
        int n = input.poll(bytes, 0, bytes.length);
        if (n < 0) {
            end();
            receiver.endOfInput();
            return false;
        }
        if (n == 0) {
            input.onReadable(readable);
            return false;
        }
        receiver.alive();
        budget -= n;
        leftOver = !reader.take(bytes, 0, n);
        return true;
    }

    // ---- what the reader found

    @Override
    public boolean ready() {
        return budget > 0 && receiver.ready();
    }

    @Override
    public void data(Kind kind, byte[] bytes, int offset, int count, int unfinished, boolean last)
            throws ProtocolFault {
        budget -= count;
        if (skipping) {
            skipping = !last;
        } else if (receiver.takesParts(kind)) {
            part(kind, bytes, offset, count, unfinished, last);
        } else if ((long) length + count > receiver.most(kind)) {
            if (receiver.wanted(kind)) {
                throw new ProtocolFault(
                        CloseCode.TOO_BIG, "the message is larger than " + receiver.most(kind) + " bytes");
            }
            forget();
            skipping = !last;
        } else if (!last) {
            append(bytes, offset, count);
        } else {
            whole(kind, bytes, offset, count);
        }
    }

    private void whole(Kind kind, byte[] bytes, int offset, int count) {
        if (length == 0) {
            deliver(kind, bytes, offset, count, true);
        } else {
            append(bytes, offset, count);
            byte[] all = message;
            int size = length;
            forget();
            deliver(kind, all, 0, size, true);
        }
    }

    /** A character that is not there as a whole waits for its rest. */
    private void part(Kind kind, byte[] bytes, int offset, int count, int unfinished, boolean last) {
        append(bytes, offset, count);
        int complete = last ? length : length - unfinished;
        if (complete == 0 && !last) {
            return;
        }
        byte[] all = message;
        int size = length;
        forget();
        deliver(kind, all, 0, complete, last);
        append(all, complete, size - complete);
    }

    private void deliver(Kind kind, byte[] bytes, int offset, int count, boolean last) {
        if (kind == Kind.TEXT) {
            receiver.text(new String(bytes, offset, count, StandardCharsets.UTF_8), count, last);
        } else {
            receiver.binary(Arrays.copyOfRange(bytes, offset, offset + count), last);
        }
    }

    private void append(byte[] bytes, int offset, int count) {
        if (length + count > message.length) {
            message = Arrays.copyOf(message, Math.max(length + count, (int)
                    Math.min(length * 2L, Integer.MAX_VALUE - 8)));
        }
        System.arraycopy(bytes, offset, message, length, count);
        length += count;
    }

    private void forget() {
        message = NOTHING;
        length = 0;
    }

    @Override
    public void ping(byte[] payload) {
        receiver.ping(payload);
    }

    @Override
    public void pong(byte[] payload) {
        receiver.pong(payload);
    }

    @Override
    public void close(int code, String reason) {
        end();
        receiver.close(code, reason);
    }
}
