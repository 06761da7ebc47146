package io.keelson.websocket.session;

import io.keelson.base.time.Ticker;
import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.websocket.frame.CloseCode;
import io.keelson.websocket.frame.DeflateAgreement;
import io.keelson.websocket.frame.FrameWriter;
import io.keelson.websocket.frame.Kind;
import io.keelson.websocket.frame.Side;
import jakarta.websocket.CloseReason;
import jakarta.websocket.SessionException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Conversation of the two sides of a connection: how it opens, what comes in, how it is closed. What the peer says takes effect in the
 * {@link Mailbox}, after what it said before; what the own side decides takes effect at once. Thread-safe.
 *
 * <p>Specification: RFC 6455, 5.5 Control Frames; RFC 6455, 7 Closing the Connection.
 */
final class Conversation implements Inlet.Receiver {
    /** The payload of the server's own pings, so that their pongs are not the application's. */
    private static final byte[] SIGN_OF_LIFE = {'k', 'e', 'e', 'l', 's', 'o', 'n', '?'};

    private static final String WITHOUT_A_WORD = "the connection ended without a close frame";

    private final SocketSession session;
    private final SessionHost host;
    private final Wire connection;
    private final FrameWriter frames;
    private final Outbox outbox;
    private final Sender sender;
    private final Inlet inlet;
    private final Mailbox mailbox;
    private final Messages messages;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
    private final AtomicReference<SocketsProvider.@Nullable Pending> closeTimer = new AtomicReference<>();
    private final AtomicInteger signs = new AtomicInteger();
    private volatile long lastMessage;
    private volatile long lastHeard;

    /** Reason for which this side closes; null where it does not, or the peer began. */
    private volatile @Nullable CloseReason ownReason;

    private boolean closeTold; // of the mailbox

    Conversation(
            SocketSession session,
            SessionHost host,
            Wire connection,
            Side side,
            @Nullable DeflateAgreement compression) {
        this.session = session;
        this.host = host;
        this.connection = connection;
        this.frames = new FrameWriter(side, compression);
        this.outbox = new Outbox(connection, frames);
        this.sender =
                new Sender(outbox, frames, host.settings().backlogMaximum().bytes());
        this.inlet = new Inlet(connection, this, side == Side.SERVER ? Side.CLIENT : Side.SERVER, compression);
        this.mailbox = new Mailbox(connection::execute, inlet::resume, this::broken);
        this.messages = new Messages(session);
        this.lastMessage = ticker().nanoTime();
        this.lastHeard = lastMessage;
    }

    /** Progress of the closing. */
    private enum Phase {
        OPEN,
        /** A close frame has been sent, the peer's has not come. */
        CLOSING,
        CLOSED
    }

    private Ticker ticker() {
        return host.clock().ticker();
    }

    Sender sender() {
        return sender;
    }

    boolean isOpen() {
        return phase.get() == Phase.OPEN;
    }

    /** Opens: first the application is told, then reading begins. */
    void begin() {
        connection.onGone(this::gone);
        mailbox.post(0, this::open);
    }

    /** Does the same as {@link #begin}; the application has been told when this returns. */
    void beginHere() {
        mailbox.first(() -> {
            host.opened(session);
            connection.onGone(this::gone);
            open();
        });
    }

    private void open() {
        try {
            session.callbacks().open(session);
        } catch (Exception | Error e) {
            session.failed(e);
            closeByUs(CloseCode.UNEXPECTED, "the endpoint could not be opened", reason(CloseCode.UNEXPECTED, ""));
        }
        inlet.start();
    }

    /** Returns whether the application still takes messages: those that came before the client vanished, too. In the mailbox. */
    private boolean takes() {
        return ownReason == null && !closeTold;
    }

    @Override
    public void broken(Throwable failure) {
        SocketLog.LOG.notServed(host.application(), failure);
        breakOff(new IOException("the server failed to serve the connection", failure));
    }

    /** Runs work of the application beside the session's callbacks. */
    void apart(Runnable work) {
        connection.execute(work);
    }

    /** A message is being sent. */
    void sends() {
        lastMessage = ticker().nanoTime();
    }

    /** Waits until something has been sent, at most for the send timeout; then the connection is broken off. */
    void await(CompletableFuture<?> sent) throws IOException {
        SocketSettings settings = host.settings();
        Awaiting.await(sent, settings.sendTimeout(), this::breakOff);
    }

    /** Breaks the connection off when something has not been sent in time; 0 or less: never. */
    void limit(CompletableFuture<?> sent, long millis) {
        if (millis > 0 && !sent.isDone()) {
            SocketsProvider.Pending timer = host.clock().after(Duration.ofMillis(millis), () -> {
                if (!sent.isDone()) {
                    breakOff(Awaiting.late(Duration.ofMillis(millis)));
                }
            });
            sent.whenComplete((done, failure) -> timer.cancel());
        }
    }

    /** Ends the connection without a word. */
    void breakOff(IOException why) {
        outbox.fail(why);
        connection.abort(why);
    }

    // ---- what comes in, on whatever thread reads

    @Override
    public boolean ready() {
        return mailbox.waiting() < Mailbox.HIGH_MARK;
    }

    @Override
    public boolean takesParts(Kind kind) {
        Binding binding = session.bindings().of(Messages.channel(kind));
        return binding != null && binding.parts();
    }

    @Override
    public boolean wanted(Kind kind) {
        return isOpen() && session.bindings().of(Messages.channel(kind)) != null;
    }

    @Override
    public int most(Kind kind) {
        Binding binding = session.bindings().of(Messages.channel(kind));
        int own = binding == null ? -1 : binding.most();
        if (own >= 0) {
            return own;
        }
        return kind == Kind.TEXT ? session.getMaxTextMessageBufferSize() : session.getMaxBinaryMessageBufferSize();
    }

    @Override
    public void text(String text, int bytes, boolean last) {
        message(Kind.TEXT, text, bytes, last);
    }

    @Override
    public void binary(byte[] bytes, boolean last) {
        message(Kind.BINARY, bytes, bytes.length, last);
    }

    private void message(Kind kind, Object content, int bytes, boolean last) {
        lastMessage = ticker().nanoTime();
        mailbox.post(bytes, () -> {
            if (takes()) {
                messages.take(kind, content, bytes, last);
            }
        });
    }

    @Override
    public void ping(byte[] payload) {
        lastMessage = ticker().nanoTime();
        if (isOpen()) {
            outbox.pong(payload);
        }
    }

    @Override
    public void pong(byte[] payload) {
        if (Arrays.equals(payload, SIGN_OF_LIFE)) {
            return;
        }
        lastMessage = ticker().nanoTime();
        if (session.bindings().of(Channel.PONG) != null) {
            mailbox.post(payload.length, () -> {
                if (takes()) {
                    messages.pong(payload);
                }
            });
        }
    }

    @Override
    public void alive() {
        lastHeard = ticker().nanoTime();
    }

    @Override
    public void later(Runnable work) {
        connection.execute(work);
    }

    // ---- closing

    @Override
    public void close(int code, String reason) {
        mailbox.post(0, () -> {
            Phase before = phase.getAndSet(Phase.CLOSED);
            if (before == Phase.CLOSED) {
                return;
            }
            // No effect where this side's own close frame is out; who began to close may not have come that far.
            sender.end(frames.close(code, ""));
            if (before == Phase.OPEN) {
                awaitClose();
                tellClose(reason(code, reason));
            }
            closeConnection();
        });
    }

    @Override
    public void fault(int code, String reason) {
        mailbox.post(0, () -> {
            if (phase.getAndSet(Phase.CLOSED) != Phase.OPEN) {
                closeConnection();
                return;
            }
            awaitClose();
            // First, or what the endpoint says of the failure would come before the reason.
            sender.end(frames.close(code, reason));
            if (code == CloseCode.TOO_BIG) {
                session.failed(new SessionException(reason, new IOException(reason), session));
            }
            tellClose(reason(code, reason));
            closeConnection();
        });
    }

    @Override
    public void endOfInput() {
        mailbox.post(0, () -> {
            phase.set(Phase.CLOSED);
            awaitClose();
            tellClose(reason(CloseCode.ABNORMAL, WITHOUT_A_WORD));
            closeConnection();
        });
    }

    /** The connection has ended. On a muxer thread. */
    private void gone() {
        phase.set(Phase.CLOSED);
        outbox.fail(new IOException("the WebSocket connection has ended"));
        inlet.stop();
        SocketsProvider.Pending timer = closeTimer.getAndSet(null);
        if (timer != null) {
            timer.cancel();
        }
        mailbox.post(0, () -> {
            tellClose(reason(CloseCode.ABNORMAL, WITHOUT_A_WORD));
            sender.close();
            session.callbacks().release();
            session.invalidate();
            host.ended(session);
            connection.ended();
        });
    }

    /**
     * Closes from this side; no effect once closing has begun.
     *
     * @param code for the close frame
     * @param why for the close frame
     * @param local what the application is told
     */
    void closeByUs(int code, String why, CloseReason local) {
        closeByUs(code, why, local, host.settings().closeTimeout());
    }

    void closeByUs(int code, String why, CloseReason local, Duration patience) {
        if (phase.compareAndSet(Phase.OPEN, Phase.CLOSING)) {
            // Before the frame: a client that goes at once may be heard of before anything after it is done here.
            ownReason = local;
            abortIn(patience);
            sender.end(frames.close(code, why));
            mailbox.post(0, () -> tellClose(local));
        }
    }

    private void awaitClose() {
        abortIn(host.settings().closeTimeout());
    }

    private void abortIn(Duration patience) {
        SocketsProvider.Pending before = closeTimer.getAndSet(host.clock().after(patience, () -> {
            IOException late = new IOException("the client did not end the connection in time");
            outbox.fail(late);
            connection.abort(late);
        }));
        if (before != null) {
            before.cancel();
        }
    }

    /** Closes when all has been sent, by whoever sends the last of it. */
    private void closeConnection() {
        Outgoing nothing = new Outgoing();
        nothing.sent().whenComplete((done, failure) -> connection.close());
        outbox.add(nothing);
    }

    /**
     * Tells the endpoint, once; where this side began to close, why it did. In the mailbox.
     *
     * @param heard the reason where this side did not begin
     */
    private void tellClose(CloseReason heard) {
        if (closeTold) {
            return;
        }
        closeTold = true;
        messages.forget();
        host.closed(session);
        CloseReason own = ownReason;
        try {
            session.callbacks().close(session, own == null ? heard : own);
        } catch (Exception | Error e) {
            session.failed(e);
        }
    }

    private static CloseReason reason(int code, String reason) {
        return new CloseReason(CloseReason.CloseCodes.getCloseCode(code), reason);
    }

    // ---- time

    /** Looks whether the peer has been silent for too long. Now and then, on the timer's thread. */
    void look(long now, long idleMillis) {
        if (!isOpen() || mailbox.waiting() > 0) {
            return;
        }
        if (idleMillis > 0 && now - lastMessage > idleMillis * 1_000_000) {
            String why = "no message within the idle timeout of " + idleMillis + " ms";
            closeByUs(CloseCode.GOING_AWAY, why, reason(CloseCode.ABNORMAL, why));
            return;
        }
        long interval = host.settings().pingInterval().toNanos();
        if (interval > 0) {
            lookForLife(now, interval);
        }
    }

    private void lookForLife(long now, long interval) {
        long missed = (now - lastHeard) / interval;
        if (missed == 0) {
            signs.set(0);
        } else if (missed >= 3) {
            breakOff(new IOException("the client gives no sign of life"));
        } else if (signs.getAndSet((int) missed) < missed) {
            outbox.add(new Outgoing(frames.ping(SIGN_OF_LIFE)));
        }
    }
}
