package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestBodyException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a request's body that have arrived and were not taken yet.
 *
 * <p>The event loop puts in, one consumer takes out; {@code lock} guards all that both touch. Above {@link #HIGH_MARK}
 * the loop stops reading the socket, and the consumer has it go on below {@link #LOW_MARK}, so that the queue holds at
 * most the mark and what one read of the socket gave.
 *
 * <p>Specification: RFC 9110, 6.4 Content.
 */
final class BodyQueue implements RequestBody {
    static final int HIGH_MARK = 64 * 1024;
    static final int LOW_MARK = 16 * 1024;

    private static final int SMALL = 512;
    private static final int GATHERED = 4096;

    private static final HttpHeaders NONE = noTrailers();

    private final BodyOwner owner;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<ByteBuf> queue = new ArrayDeque<>(4);
    private int queued;
    private boolean stopped;
    private boolean ended = true;
    private boolean discarding;
    private boolean waiting;
    private @Nullable IOException failure;
    private @Nullable Runnable listener;
    private HttpHeaders trailers = NONE;
    private long length;
    private long limit;
    private long taken;
    private long received; // of the event loop

    BodyQueue(BodyOwner owner) {
        this.owner = owner;
    }

    private static HttpHeaders noTrailers() {
        HttpHeaders.Owner none = new HttpHeaders.Owner();
        none.freeze();
        return none.headers();
    }

    /** Prepares for a request. On the loop, with no consumer. */
    void begin(long length, long limit) {
        received = 0;
        this.length = length == Framing.CHUNKED ? -1 : length;
        this.limit = limit;
        ended = length == 0;
        if (ended && taken == 0 && failure == null && listener == null && !discarding && trailers == NONE) {
            return;
        }
        taken = 0;
        stopped = false;
        discarding = false;
        failure = null;
        listener = null;
        trailers = NONE;
    }

    /** The request has been upgraded: what arrives from now on is taken as it is, until the peer closes. */
    void beginRaw() {
        lock.lock();
        try {
            length = -1;
            limit = -1;
            ended = false;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many bytes have come, whether somebody wants them or not. On the loop. */
    long received() {
        return received;
    }

    /** The connection is gone: gives pooled memory back, since nobody may ever take what is left. On the loop. */
    void detach() {
        lock.lock();
        try {
            for (int i = queue.size(); i > 0; i--) {
                ByteBuf pooled = queue.remove();
                queue.add(Unpooled.copiedBuffer(pooled));
                pooled.release();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds bytes, which the queue then owns. On the loop.
     *
     * @return whether the loop should stop reading
     */
    boolean offer(ByteBuf bytes) {
        received += bytes.readableBytes();
        Runnable told = null;
        boolean stop = false;
        lock.lock();
        try {
            if (discarding || failure != null) {
                bytes.release();
                return false;
            }
            queued += bytes.readableBytes();
            add(bytes);
            if (queued >= HIGH_MARK && !stopped) {
                stopped = true;
                stop = true;
            }
            told = signal();
        } finally {
            lock.unlock();
        }
        tell(told);
        return stop && stillStopped();
    }

    /** A listener that took bytes at once, here on the loop, has had reading go on already. */
    private boolean stillStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Small pieces are copied together: each would else hold an object, and the memory of the whole read it came in. */
    private void add(ByteBuf bytes) {
        int n = bytes.readableBytes();
        ByteBuf last = queue.peekLast();
        if (n > SMALL) {
            queue.add(bytes);
        } else if (last != null && last.isWritable(n) && last.maxCapacity() == GATHERED) {
            last.writeBytes(bytes);
            bytes.release();
        } else if (last == null) {
            queue.add(bytes);
        } else {
            queue.add(bytes.alloc().buffer(GATHERED, GATHERED).writeBytes(bytes));
            bytes.release();
        }
    }

    /** The body is complete. On the loop. */
    void end(@Nullable HttpHeaders withTrailers) {
        Runnable told;
        lock.lock();
        try {
            if (withTrailers != null) {
                trailers = withTrailers;
            }
            ended = true;
            told = signal();
        } finally {
            lock.unlock();
        }
        tell(told);
    }

    /** The body will not become complete; what has arrived can still be taken. Any thread. */
    void fail(IOException why) {
        Runnable told;
        lock.lock();
        try {
            if (ended || failure != null) {
                return;
            }
            failure = why;
            told = signal();
        } finally {
            lock.unlock();
        }
        tell(told);
    }

    /** Drops what is there and what comes: nobody takes it any more. On the loop. */
    void discard() {
        lock.lock();
        try {
            discarding = true;
            listener = null;
            stopped = false;
            queued = 0;
            ByteBuf bytes;
            while ((bytes = queue.poll()) != null) {
                bytes.release();
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The exchange has ended with a body that had come whole: drops what nobody took of it, which would else be taken for the beginning of
     * the next request's. On the loop.
     */
    void dropRest() {
        if (!queue.isEmpty()) {
            discard();
        }
    }

    /** Returns whether somebody waits for bytes that have not arrived. Any thread. */
    boolean wanted() {
        lock.lock();
        try {
            return (waiting || listener != null) && !ended && failure == null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Runnable signal() {
        if (waiting) {
            arrived.signal();
        }
        Runnable told = listener;
        listener = null;
        return told;
    }

    private static void tell(@Nullable Runnable told) {
        if (told != null) {
            told.run();
        }
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, target.length);
        owner.bodyWanted();
        if (count == 0) {
            return 0;
        }
        boolean resume = false;
        int n;
        lock.lock();
        try {
            while (queued == 0 && !ended && failure == null && !discarding) {
                await();
            }
            n = take(target, offset, count);
            resume = mayResume();
        } finally {
            lock.unlock();
        }
        if (n > 0) {
            owner.bodyTaken(n);
        }
        if (resume) {
            owner.resumeReading();
        }
        return n;
    }

    private void await() throws IOException {
        if (owner.onItsLoop()) {
            throw new IllegalStateException("a muxer thread must not wait for a body; use poll and onReadable");
        }
        waiting = true;
        try {
            arrived.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException)
                    new InterruptedIOException("interrupted while waiting for the request's body").initCause(e);
        } finally {
            waiting = false;
        }
    }

    @Override
    public int poll(byte[] target, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, target.length);
        owner.bodyWanted();
        boolean resume;
        int n;
        lock.lock();
        try {
            boolean nothing = queued == 0 && !ended && failure == null && !discarding;
            n = nothing || count == 0 ? 0 : take(target, offset, count);
            resume = mayResume();
        } finally {
            lock.unlock();
        }
        if (n > 0) {
            owner.bodyTaken(n);
        }
        if (resume) {
            owner.resumeReading();
        }
        return n;
    }

    private int take(byte[] target, int offset, int count) throws IOException {
        if (discarding) {
            if (failure != null) {
                throw failure;
            }
            throw new RequestBodyException(400, "the exchange has ended; its body can no longer be read");
        }
        if (tooLarge()) {
            RequestBodyException larger = new RequestBodyException(413, "The body is larger than " + limit + " bytes.");
            owner.bodyTooLarge(larger);
            throw larger;
        }
        if (queued == 0) {
            if (failure != null) {
                throw failure;
            }
            return -1;
        }
        int done = 0;
        while (done < count && queued > 0) {
            ByteBuf bytes = queue.element();
            int n = Math.min(count - done, bytes.readableBytes());
            bytes.readBytes(target, offset + done, n);
            done += n;
            queued -= n;
            if (!bytes.isReadable()) {
                queue.remove().release();
            }
        }
        taken += done;
        return done;
    }

    /** Returns whether more is announced, or has come, than is accepted. By the consumer, or on the loop before there is one. */
    boolean tooLarge() {
        return limit >= 0 && (length > limit || taken + queued > limit);
    }

    /**
     * Returns true if more of the body is still to come than that, or it is not known how much, and nobody will take it: because the
     * exchange is over, or nobody has begun to read. By the consumer.
     */
    boolean leavesMoreThan(long most, boolean over) {
        if (length == 0) {
            return false;
        }
        lock.lock();
        try {
            boolean taking = !over && (taken > 0 || waiting || listener != null);
            return !ended && !taking && (length < 0 || length - taken - queued > most);
        } finally {
            lock.unlock();
        }
    }

    private boolean mayResume() {
        if (stopped && queued <= LOW_MARK) {
            stopped = false;
            return true;
        }
        return false;
    }

    @Override
    public int available() {
        lock.lock();
        try {
            return queued;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean finished() {
        lock.lock();
        try {
            return ended && queued == 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onReadable(Runnable toTell) {
        owner.bodyWanted();
        lock.lock();
        try {
            if (queued == 0 && !ended && failure == null && !discarding) {
                listener = toTell;
                return;
            }
        } finally {
            lock.unlock();
        }
        toTell.run();
    }

    @Override
    public HttpHeaders trailers() {
        lock.lock();
        try {
            return ended && queued == 0 ? trailers : NONE;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void limit(long bytes) {
        limit = bytes;
    }

    @Override
    public @Nullable IOException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }
}
