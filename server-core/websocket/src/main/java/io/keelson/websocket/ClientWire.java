package io.keelson.websocket;

import io.keelson.base.thread.Threads;
import io.keelson.websocket.session.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection that the application has opened, on a socket of the JDK: one thread reads and one sends, as both block. Nothing more is read
 * until what has been read is taken, so a session that is behind stops the other side. All fields below {@code lock} are guarded by it;
 * listeners run outside of it.
 */
final class ClientWire implements Wire {
    private static final int MOST_READ = 16 * 1024;

    /** With so many bytes waiting to be sent the session waits. */
    private static final int HIGH_MARK = 64 * 1024;

    private final ClientSocket socket;
    private final Executor executor;
    private final Runnable whenEnded;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private byte[] arrived = {};
    private int from;
    private int to;
    private boolean endOfInput;
    private @Nullable Runnable whenReadable;
    private final Queue<byte[]> outgoing = new ArrayDeque<>();
    private int queued;
    private @Nullable Runnable whenWritable;
    private boolean closing;
    private boolean gone;
    private @Nullable Runnable whenGone;
    private boolean ended;

    /**
     * Takes a connection over after the handshake.
     *
     * @param executor runs work in the application's context
     * @param whenEnded told once, when the last of the application's code has run
     */
    ClientWire(ClientSocket socket, Executor executor, Runnable whenEnded) {
        this.socket = socket;
        this.executor = executor;
        this.whenEnded = whenEnded;
    }

    /** Begins to read and to send. */
    void start(String name) {
        Threads.daemon("keelson.websocket: reads " + name, this::readAll).start();
        Threads.daemon("keelson.websocket: sends " + name, this::sendAll).start();
    }

    private void readAll() {
        try {
            InputStream in = socket.input();
            byte[] buffer = new byte[MOST_READ];
            int n;
            do {
                n = in.read(buffer);
                Runnable told;
                lock.lock();
                try {
                    arrived = buffer;
                    from = 0;
                    to = Math.max(0, n);
                    endOfInput = n < 0;
                    told = whenReadable;
                    whenReadable = null;
                } finally {
                    lock.unlock();
                }
                run(told);
            } while (n >= 0 && taken());
        } catch (IOException e) {
            end(e);
        }
    }

    /** Waits until all that was read has been taken; false when nobody will. */
    private boolean taken() {
        lock.lock();
        try {
            while (from < to && !gone) {
                changed.awaitUninterruptibly();
            }
            return !gone;
        } finally {
            lock.unlock();
        }
    }

    private void sendAll() {
        try {
            OutputStream out = socket.output();
            for (byte[] next = next(); next != null; next = next()) {
                out.write(next);
                run(sent(next.length));
            }
            end(null);
        } catch (IOException e) {
            end(e);
        }
    }

    /** Waits for the bytes that are to be sent next, and returns them; null when nothing more is. */
    private byte @Nullable [] next() {
        lock.lock();
        try {
            while (outgoing.isEmpty() && !closing && !gone) {
                changed.awaitUninterruptibly();
            }
            return outgoing.poll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Runnable sent(int bytes) {
        lock.lock();
        try {
            queued -= bytes;
            if (queued >= HIGH_MARK) {
                return null;
            }
            Runnable told = whenWritable;
            whenWritable = null;
            return told;
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable IOException cause) {
        Runnable readable;
        Runnable writable;
        Runnable told;
        lock.lock();
        try {
            if (gone) {
                return;
            }
            gone = true;
            outgoing.clear();
            queued = 0;
            changed.signalAll();
            readable = whenReadable;
            writable = whenWritable;
            told = whenGone;
            whenReadable = null;
            whenWritable = null;
            whenGone = null;
        } finally {
            lock.unlock();
        }
        socket.close(cause == null);
        run(readable);
        run(writable);
        run(told);
    }

    private static void run(@Nullable Runnable listener) {
        if (listener != null) {
            listener.run();
        }
    }

    @Override
    public int available() {
        lock.lock();
        try {
            return to - from;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int poll(byte[] target, int offset, int length) throws IOException {
        lock.lock();
        try {
            if (from == to) {
                if (gone) {
                    throw new IOException("the connection has ended");
                }
                return endOfInput ? -1 : 0;
            }
            int n = Math.min(length, to - from);
            System.arraycopy(arrived, from, target, offset, n);
            from += n;
            if (from == to) {
                changed.signalAll();
            }
            return n;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onReadable(Runnable listener) {
        lock.lock();
        try {
            if (from == to && !endOfInput && !gone) {
                whenReadable = listener;
                return;
            }
        } finally {
            lock.unlock();
        }
        listener.run();
    }

    @Override
    public boolean writable() {
        lock.lock();
        try {
            return gone || queued < HIGH_MARK;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onWritable(Runnable listener) {
        lock.lock();
        try {
            if (!gone && queued >= HIGH_MARK) {
                whenWritable = listener;
                return;
            }
        } finally {
            lock.unlock();
        }
        listener.run();
    }

    @Override
    public void write(ByteBuffer data) throws IOException {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        lock.lock();
        try {
            if (gone || closing) {
                throw new IOException("the connection has been closed");
            }
            outgoing.add(bytes);
            queued += bytes.length;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void execute(Runnable work) {
        executor.execute(work);
    }

    @Override
    public void onGone(Runnable listener) {
        lock.lock();
        try {
            if (!gone) {
                whenGone = listener;
                return;
            }
        } finally {
            lock.unlock();
        }
        listener.run();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void abort(@Nullable Throwable cause) {
        end(new IOException("the connection was broken off", cause));
    }

    @Override
    public void ended() {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
        } finally {
            lock.unlock();
        }
        whenEnded.run();
    }
}
