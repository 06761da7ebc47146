package io.keelson.jms.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a queue of which only the numbers are in memory, a byte or two for each. They are in the store, follow one another in the
 * order of the queue, and were delivered equally often. Those of one run are either ready and of one priority, or wait for their time,
 * sorted by it. Belongs to its queue.
 *
 * <p>A place is a rank and a number: the rank of a message that is ready is its negative priority, that of one that waits is the time when
 * it is due.
 */
public final class MessageRun implements Comparable<MessageRun> {
    /** Number of messages of a run at most. */
    static final int MOST = 1000;

    /** Bytes of bodies that a run has at most, but for one with a single message. */
    static final long MOST_BODIES = 1 << 20;

    /** True if its messages wait for their time. */
    final boolean delayed;

    private final boolean redelivered;
    private final boolean retrying;
    private final int deliveries;
    private long firstRank;
    private long first;
    private long lastRank;
    private long last;

    /** The smallest and the greatest number. */
    private long least = Long.MAX_VALUE;

    private long greatest = Long.MIN_VALUE;

    private int count;
    private Differences numbers = new Differences();

    /** Times when they are due; null: they are ready. */
    private @Nullable Differences dues;

    /** Records of their attempts; null: they have none. */
    private @Nullable Differences attempts;

    /** Size of the messages with their bodies. */
    private long bytes;

    private long bodies;

    /** Time at which the first of them expires; {@code Long.MAX_VALUE}: none does. */
    private long expiration = Long.MAX_VALUE;

    private final long timestamp;

    /** True once somebody wants it in memory. */
    private boolean asked;

    /**
     * A run of messages.
     *
     * @param messages in order, one at least
     * @param delayed true if they wait for their time
     */
    MessageRun(List<QueuedMessage> messages, boolean delayed) {
        QueuedMessage head = messages.get(0);
        this.delayed = delayed;
        this.redelivered = head.redelivered();
        this.retrying = delayed && head.retrying();
        this.deliveries = head.deliveries();
        this.timestamp = head.message().timestamp();
        this.dues = delayed ? new Differences() : null;
        this.attempts = head.attemptsRecord() != 0 ? new Differences() : null;
        append(messages);
    }

    private MessageRun(boolean delayed, long rank, long sequence) {
        this.delayed = delayed;
        this.redelivered = false;
        this.retrying = false;
        this.deliveries = 0;
        this.timestamp = 0;
        this.firstRank = rank;
        this.first = sequence;
        this.lastRank = rank;
        this.last = sequence;
    }

    /** Returns the place of a message in the order of runs. */
    static MessageRun place(QueuedMessage message, boolean delayed) {
        return new MessageRun(delayed, rank(message, delayed), message.sequence());
    }

    private static long rank(QueuedMessage message, boolean delayed) {
        return delayed ? message.due() : -message.message().priority();
    }

    /** Appends messages that come after those that it has. */
    void append(List<QueuedMessage> more) {
        for (QueuedMessage each : more) {
            add(each.sequence(), rank(each, delayed), each.attemptsRecord());
            bytes += each.size();
            bodies += each.bodySize();
            if (each.message().expiration() != 0) {
                expiration = Math.min(expiration, each.message().expiration());
            }
        }
        numbers.trim();
        if (dues != null) {
            dues.trim();
        }
        if (attempts != null) {
            attempts.trim();
        }
    }

    private void add(long sequence, long rank, long attemptsRecord) {
        if (count++ == 0) {
            first = sequence;
            firstRank = rank;
        }
        last = sequence;
        lastRank = rank;
        least = Math.min(least, sequence);
        greatest = Math.max(greatest, sequence);
        numbers.add(sequence);
        if (dues != null) {
            dues.add(rank);
        }
        if (attempts != null) {
            attempts.add(attemptsRecord);
        }
    }

    /** Returns the numbers of its messages, which are those of their records, in order. */
    public long[] sequences() {
        return numbers.all();
    }

    /** Returns the records of the attempts of its messages; empty: they have none. */
    public long[] attempts() {
        return attempts == null ? new long[0] : attempts.all();
    }

    /** Returns how often each of its messages was delivered. */
    public int deliveries() {
        return deliveries;
    }

    /** Gives messages that were read from the store what the run knows of them. Returns those that it has, in order. */
    List<QueuedMessage> restore(List<QueuedMessage> read) {
        Map<Long, QueuedMessage> byNumber = new HashMap<>();
        read.forEach(each -> byNumber.put(each.sequence(), each));
        long[] all = sequences();
        long[] times = dues == null ? all : dues.all();
        long[] records = attempts();
        List<QueuedMessage> found = new ArrayList<>(read.size());
        for (int i = 0; i < all.length; i++) {
            QueuedMessage message = byNumber.remove(all[i]);
            if (message != null) {
                message.restored(deliveries, redelivered, records.length == 0 ? 0 : records[i]);
                if (delayed) {
                    message.delayed(times[i], retrying);
                }
                found.add(message);
            }
        }
        return found;
    }

    /** Takes a message out, and gives it what the run knows of it. Returns false where it is not in it. */
    boolean remove(QueuedMessage message) {
        if (restore(List.of(message)).isEmpty()) {
            return false;
        }
        long[] all = sequences();
        long[] times = dues == null ? all : dues.all();
        long[] records = attempts();
        long rank = firstRank;
        numbers = new Differences();
        dues = dues == null ? null : new Differences();
        attempts = attempts == null ? null : new Differences();
        bytes -= message.size();
        bodies -= message.bodySize();
        count = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] != message.sequence()) {
                add(all[i], delayed ? times[i] : rank, records.length == 0 ? 0 : records[i]);
            }
        }
        return true;
    }

    /** Returns true if a message can be one of it: of the same kind, and as much is known of it. */
    boolean isLike(QueuedMessage message) {
        return redelivered == message.redelivered()
                && deliveries == message.deliveries()
                && (attempts != null) == (message.attemptsRecord() != 0)
                && (delayed ? retrying == message.retrying() : firstRank == rank(message, false));
    }

    /** Returns true if so many more of the same kind have their place in it. */
    boolean takes(int more, long moreBodies) {
        return !asked && count + more <= MOST && bodies + moreBodies <= MOST_BODIES;
    }

    /** Returns true if one of its messages comes after a message, or may be that. */
    boolean endsBehind(QueuedMessage message, boolean thatToo) {
        long other = rank(message, delayed);
        return lastRank != other
                ? lastRank > other
                : message.sequence() < last || thatToo && message.sequence() == last;
    }

    /** Returns true if all its messages come before a message. */
    boolean endsBefore(QueuedMessage message) {
        return !endsBehind(message, true);
    }

    /** Returns true if it begins before a message. */
    boolean beginsBefore(QueuedMessage message) {
        long other = rank(message, delayed);
        return firstRank != other ? firstRank < other : first < message.sequence();
    }

    /** Returns true if a message has its place between the first and the last one. */
    boolean spans(QueuedMessage message) {
        long other = rank(message, delayed);
        return (firstRank != other ? firstRank < other : first <= message.sequence()) && endsBehind(message, true);
    }

    /** Returns true if it may have the message of a number. */
    boolean spans(long sequence) {
        return least <= sequence && sequence <= greatest;
    }

    /** Returns true if it has the message of a number. */
    boolean has(long sequence) {
        for (long each : numbers.all()) {
            if (each == sequence) {
                return true;
            }
        }
        return false;
    }

    /** Notes that somebody wants it. Returns false where that was known. */
    boolean ask() {
        boolean before = asked;
        asked = true;
        return !before;
    }

    boolean asked() {
        return asked;
    }

    /** Returns true if its messages may have been delivered, and are marked then. */
    public boolean redelivered() {
        return redelivered;
    }

    /** Returns how many messages it has. */
    public int count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    /** Returns how many bytes the bodies of its messages have. */
    public long bodies() {
        return bodies;
    }

    long expiration() {
        return expiration;
    }

    long timestamp() {
        return timestamp;
    }

    /** Returns when the first of its messages is due. */
    long due() {
        return firstRank;
    }

    @Override
    public int compareTo(MessageRun other) {
        return firstRank != other.firstRank
                ? Long.compare(firstRank, other.firstRank)
                : Long.compare(first, other.first);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return count + (delayed ? " messages that wait until " + firstRank : " messages of the priority " + -firstRank)
                + ", " + first + " to " + last;
    }
}
