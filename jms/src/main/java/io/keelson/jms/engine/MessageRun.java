package io.keelson.jms.engine;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a queue of which only the numbers are in memory, a byte or two for each: they follow one another in the order of the queue,
 * have one priority, were never delivered, and are in the store. Belongs to its queue.
 */
public final class MessageRun implements Comparable<MessageRun> {
    /** Number of messages of a run at most. */
    static final int MOST = 1000;

    /** Bytes of bodies that a run has at most, but for one with a single message. */
    static final long MOST_BODIES = 1 << 20;

    final int priority;
    final boolean redelivered;
    private long first;
    private long last;
    private int count;

    /** Differences of the numbers behind the first one, seven bits a byte, the upper bit set where more follow. */
    private byte[] gaps;

    private int length;

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
     */
    MessageRun(List<QueuedMessage> messages) {
        QueuedMessage head = messages.get(0);
        this.priority = head.message().priority();
        this.redelivered = head.redelivered();
        this.timestamp = head.message().timestamp();
        this.first = head.sequence();
        this.last = first;
        this.gaps = new byte[messages.size() + 8];
        count = 1;
        count(head);
        append(messages.subList(1, messages.size()));
    }

    private MessageRun(int priority, long sequence) {
        this.priority = priority;
        this.redelivered = false;
        this.timestamp = 0;
        this.first = sequence;
        this.last = sequence;
        this.gaps = new byte[0];
    }

    /** Returns a place in the order of runs. */
    static MessageRun place(QueuedMessage message) {
        return new MessageRun(message.message().priority(), message.sequence());
    }

    /** Appends messages that come after those that it has. */
    void append(List<QueuedMessage> more) {
        for (QueuedMessage each : more) {
            put(each.sequence() - last);
            last = each.sequence();
            count++;
            count(each);
        }
        if (gaps.length > length + 64) {
            gaps = Arrays.copyOf(gaps, length);
        }
    }

    private void put(long gap) {
        if (gaps.length < length + 10) {
            gaps = Arrays.copyOf(gaps, gaps.length + Math.max(16, gaps.length / 2));
        }
        long left = gap;
        while (left > 0x7f) {
            gaps[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        gaps[length++] = (byte) left;
    }

    private void count(QueuedMessage message) {
        bytes += message.size();
        bodies += message.bodySize();
        if (message.message().expiration() != 0) {
            expiration = Math.min(expiration, message.message().expiration());
        }
    }

    /** Returns the numbers of its messages, which are those of their records, in order. */
    public long[] sequences() {
        long[] all = new long[count];
        int at = 0;
        long next = first;
        for (int i = 0; i < count; i++) {
            all[i] = next;
            if (i + 1 < count) {
                long gap = 0;
                int shift = 0;
                byte part;
                do {
                    part = gaps[at++];
                    gap |= (long) (part & 0x7f) << shift;
                    shift += 7;
                } while (part < 0);
                next += gap;
            }
        }
        return all;
    }

    /** Takes a message out. Returns false where it is not in it. */
    boolean remove(QueuedMessage message) {
        long[] all = sequences();
        int at = Arrays.binarySearch(all, message.sequence());
        if (at < 0) {
            return false;
        }
        bytes -= message.size();
        bodies -= message.bodySize();
        count = 0;
        length = 0;
        for (int i = 0; i < all.length; i++) {
            if (i != at) {
                if (count++ == 0) {
                    first = all[i];
                } else {
                    put(all[i] - last);
                }
                last = all[i];
            }
        }
        return true;
    }

    /** Returns true if so many more of the same kind have their place in it. */
    boolean takes(int more, long moreBodies) {
        return !asked && count + more <= MOST && bodies + moreBodies <= MOST_BODIES;
    }

    /** Returns true if one of its messages comes after a message, or may be that. */
    boolean endsBehind(QueuedMessage message, boolean thatToo) {
        int other = message.message().priority();
        return priority != other
                ? priority < other
                : message.sequence() < last || thatToo && message.sequence() == last;
    }

    /** Returns true if all its messages come before a message. */
    boolean endsBefore(QueuedMessage message) {
        return !endsBehind(message, true);
    }

    /** Returns true if it begins before a message. */
    boolean beginsBefore(QueuedMessage message) {
        int other = message.message().priority();
        return priority != other ? priority > other : first < message.sequence();
    }

    /** Returns true if a message has its place between the first and the last one. */
    boolean spans(QueuedMessage message) {
        return priority == message.message().priority() && first <= message.sequence() && message.sequence() <= last;
    }

    boolean spans(long sequence) {
        return first <= sequence && sequence <= last;
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

    /** Returns true if its messages may be delivered, and are marked then. */
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

    long first() {
        return first;
    }

    @Override
    public int compareTo(MessageRun other) {
        return priority != other.priority
                ? Integer.compare(other.priority, priority)
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
        return count + " messages of the priority " + priority + ", " + first + " to " + last;
    }
}
