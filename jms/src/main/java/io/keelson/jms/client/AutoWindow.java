package io.keelson.jms.client;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The pipeline of one consumer with {@code messages-maximum: auto}: how many messages are to be on their way so that none is waited for.
 *
 * <p>A consumer asks again when half of its window is used up, so that the other half has to last for a round trip: the window is twice the
 * messages that the consumer works off in one, and two more. The round trip is the mean of the last {@value #SAMPLES}, each of which has
 * waited behind the messages that were on their way. So where the network is at its end windows grow to their bound, which is the same
 * for all consumers of a process, and each gets as much as the others. A window grows to at most double at once, and is bounded by a
 * share of the heap. It knows no clock: times are given to it. {@link #answered} is for any thread, the rest is for the session's.
 */
final class AutoWindow {
    static final int FIRST = 10;
    static final int MOST = 10_000;
    private static final int SAMPLES = 16;
    private static final int WEIGHT = 8;
    private static final int MEMORY = 16;

    /** A pause of the application is no work: it counts for so many times what a message took before. */
    private static final int LONGEST_PAUSE = 8;

    private static final long SHORTEST = 1_000;

    /** A longer round trip, of an hour, counts as one of it. */
    private static final long LONGEST = 3_600_000_000_000L;

    private final ConcurrentLinkedQueue<Long> answers = new ConcurrentLinkedQueue<>();
    private final long[] roundTrips = new long[SAMPLES];
    private int samples;
    private long work;
    private int large;
    private int window = FIRST;

    /** Notes how long the answer to a request for messages took, in nanoseconds. */
    void answered(long nanos) {
        answers.add(nanos);
    }

    /** Notes how long the consumer was at a message, in nanoseconds. */
    void worked(long nanos) {
        long sample = Math.max(SHORTEST, nanos);
        work = work == 0 ? sample : Math.max(SHORTEST, work + (Math.min(sample, LONGEST_PAUSE * work) - work) / WEIGHT);
    }

    /** Notes the size of a message that came. One large message is forgotten slowly. */
    void seen(int size) {
        large = Math.max(size, large - large / MEMORY);
    }

    /**
     * Returns how many messages may be on their way now, at least 1.
     *
     * @param budget bytes that they may take
     */
    int messages(long budget) {
        Long next;
        while ((next = answers.poll()) != null) {
            roundTrips[samples % SAMPLES] = Math.max(1, Math.min(next, LONGEST));
            samples = samples + 1 < 2 * SAMPLES ? samples + 1 : SAMPLES;
        }
        int bound = large == 0 ? FIRST : (int) Math.max(1, Math.min(MOST, budget / large));
        if (samples > 0 && work > 0) {
            window = (int) Math.min(2L * window, wanted(roundTrip(), work));
        }
        window = Math.max(1, Math.min(window, bound));
        return window;
    }

    /** Returns the window for a round trip and the work on one message, both in nanoseconds. */
    static long wanted(long roundTrip, long work) {
        return Math.min(MOST, 2 * ((roundTrip + work - 1) / work + 1) + 2);
    }

    private long roundTrip() {
        int count = Math.min(samples, SAMPLES);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += roundTrips[i];
        }
        return sum / count;
    }
}
