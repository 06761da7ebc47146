package io.keelson.session.link;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.remoting.ServerStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The end of a direct connection that sends: takes what any thread has for the other server, writes what waits as one message, and hears
 * what has been acknowledged. A message is a number of items, each its length in four bytes and its bytes; items are numbered by their
 * place, from 0 on. An acknowledgement is a number of ranges, each eight bytes for the first number and four for how many.
 *
 * <p>{@link #offer}, {@link #close} and what asks are for any thread; the rest, and {@code sent} and {@code first}, belong to the
 * stream's loop.
 */
final class UpdateLink implements ServerStream.Listener {
    /** So much waits for a member at most, in bytes; what comes after that is dropped. */
    static final long MOST_WAITING = 64L << 20;

    private static final int MOST_AT_ONCE = 1_000;
    private static final int LENGTH = Integer.BYTES;

    private final ClusterMember to;
    private final ServerStream stream;
    private final Consumer<UpdateLink> ended;
    private final Queue<Parcel> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile boolean over;
    /** Items that were sent and are neither acknowledged nor passed over, in their order. */
    private final ArrayDeque<Parcel> sent = new ArrayDeque<>();
    /** The number of the first of them. */
    private long first;

    private final List<Parcel> batch = new ArrayList<>();
    private final Ticker ticker;
    private final LinkEconomy economy;
    /** The bytes of what was sent and is not acknowledged. */
    private long outstanding;
    /** Of one item at a time it is measured how long its acknowledgement takes: its number, since when, and what was under way with it. */
    private long measured = -1;

    private long measuredSince;
    private long measuredBytes;

    /** Of a stream that was accepted; {@code ended} is told once, on the loop, before those who wait are. */
    UpdateLink(
            ClusterMember to,
            ServerStream stream,
            CompressionRules compression,
            Ticker ticker,
            Consumer<UpdateLink> ended) {
        this.to = to;
        this.stream = stream;
        this.ended = ended;
        this.ticker = ticker;
        economy = new LinkEconomy(compression);
    }

    ClusterMember to() {
        return to;
    }

    /** Returns how many messages were dropped since too much waited. */
    long dropped() {
        return dropped.get();
    }

    /** Returns whether a message of that length can go. */
    boolean fits(int most) {
        return most <= stream.maxMessageSize() - LENGTH;
    }

    /** Returns how it is, for management. */
    LinkRuntime state() {
        return economy.state(to.server(), dropped());
    }

    /** The message, or a shorter form of it where that pays: by the thread that has it, as all its bytes are made. */
    Parcel shortened(Parcel parcel) {
        if (!economy.pays(parcel.most())) {
            return parcel;
        }
        long from = ticker.nanoTime();
        ByteBuffer whole = ByteBuffer.allocate(parcel.most());
        parcel.write(whole);
        byte[] item = Arrays.copyOf(whole.array(), whole.position());
        byte[] shorter = Compression.compress(item);
        economy.compressed(item.length, shorter == null ? item.length : shorter.length, ticker.nanoTime() - from);
        return shorter == null ? parcel : new Shorter(parcel, shorter);
    }

    /** Takes a message, which {@link #fits}; false: the connection has ended. */
    boolean offer(Parcel parcel) {
        if (over) {
            return false;
        }
        if (waitingBytes.get() + stream.waiting() > MOST_WAITING) {
            dropped.incrementAndGet();
            return true;
        }
        waitingBytes.addAndGet(parcel.most());
        waiting.add(parcel);
        if (over) {
            loseWaiting(); // it ended meanwhile, and nobody else may look any more
        } else if (!due.get() && due.compareAndSet(false, true)) {
            stream.execute(this::drain);
        }
        return true;
    }

    private void drain() {
        due.set(false);
        if (over) {
            loseWaiting();
            return;
        }
        int most = stream.wholeMessageSize();
        int size = 0;
        int left = MOST_AT_ONCE;
        for (Parcel next = waiting.poll(); next != null; next = --left > 0 ? waiting.poll() : null) {
            int room = LENGTH + next.most();
            waitingBytes.addAndGet(-next.most());
            if (size > 0 && size + room > most) {
                write(size);
                size = 0;
            }
            if (room > most) {
                writeAlone(next);
            } else {
                batch.add(next);
                size += room;
            }
        }
        if (size > 0) {
            write(size);
        }
        stream.flush();
        if (left == 0 && due.compareAndSet(false, true)) {
            stream.execute(this::drain); // others of this loop go first
        }
    }

    private void write(int size) {
        stream.send(size, buffer -> {
            for (Parcel parcel : batch) {
                int start = buffer.position();
                buffer.putInt(0);
                parcel.write(buffer);
                buffer.putInt(start, buffer.position() - start - LENGTH);
            }
        });
        batch.forEach(this::sent);
        batch.clear();
    }

    private void sent(Parcel parcel) {
        sent.add(parcel);
        outstanding += parcel.most();
        if (measured < 0) {
            measured = first + sent.size() - 1;
            measuredSince = ticker.nanoTime();
            measuredBytes = outstanding;
        }
    }

    /** The next one was answered. */
    private Parcel answered() {
        Parcel parcel = sent.remove();
        outstanding -= parcel.most();
        if (first == measured) {
            measured = -1;
            economy.acknowledged(measuredBytes, ticker.nanoTime() - measuredSince);
        }
        first++;
        return parcel;
    }

    /** A large one: the connection takes it as it is. */
    private void writeAlone(Parcel parcel) {
        List<ByteBuffer> item = parcel.parts();
        List<ByteBuffer> parts = new ArrayList<>(1 + item.size());
        int length = item.stream().mapToInt(ByteBuffer::remaining).sum();
        parts.add(ByteBuffer.allocate(LENGTH).putInt(0, length));
        parts.addAll(item);
        stream.send(parts);
        sent(parcel);
    }

    @Override
    public void received(ByteBuffer message) {
        try {
            while (message.hasRemaining()) {
                acknowledge(message.getLong(), message.getInt());
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            stream.close("an acknowledgement cannot be read: " + e.getMessage());
        }
    }

    private void acknowledge(long from, int count) {
        if (from < first || count < 0 || from - first + count > sent.size()) {
            throw new IllegalArgumentException("items " + from + " and " + count + " more, where " + first + " and "
                    + sent.size() + " more are to be acknowledged");
        }
        while (first < from) {
            answered(); // otherwise
        }
        for (int i = 0; i < count; i++) {
            answered().acknowledged(to);
        }
    }

    @Override
    public void readComplete() {
        // What follows was told to the sessions, and comes through their threads.
    }

    @Override
    public void closed(IOException why) {
        over = true;
        ended.accept(this);
        for (Parcel parcel = sent.poll(); parcel != null; parcel = sent.poll()) {
            parcel.lost(to);
        }
        loseWaiting();
    }

    private void loseWaiting() {
        for (Parcel parcel = waiting.poll(); parcel != null; parcel = waiting.poll()) {
            parcel.lost(to);
        }
    }

    void close(String why) {
        stream.close(why);
    }

    /** A message in its shorter form. */
    private record Shorter(Parcel whole, byte[] bytes) implements Parcel {
        @Override
        public int most() {
            return bytes.length;
        }

        @Override
        public void write(ByteBuffer to) {
            to.put(bytes);
        }

        @Override
        public List<ByteBuffer> parts() {
            return List.of(ByteBuffer.wrap(bytes));
        }

        @Override
        public void acknowledged(ClusterMember by) {
            whole.acknowledged(by);
        }

        @Override
        public void lost(ClusterMember to) {
            whole.lost(to);
        }
    }
}
