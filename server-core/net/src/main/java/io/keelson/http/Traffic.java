package io.keelson.http;

import io.keelson.base.measure.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the requests of one application, or those that come to none, when they have ended. Each event loop adds to numbers of its own,
 * of which it is the only writer, so that counting needs neither a lock nor an atomic addition nor memory; whoever looks adds up the
 * numbers of all loops, and may see a request in some of the sums that is not in others yet. {@code lock} guards that a loop's numbers
 * are made. Thread-safe. See docs/design/http.md.
 */
public final class Traffic {
    /** Up to how many nanoseconds each range of durations goes. */
    private static final long[] BOUNDS = {
        1_000_000L,
        5_000_000L,
        10_000_000L,
        25_000_000L,
        50_000_000L,
        100_000_000L,
        250_000_000L,
        500_000_000L,
        1_000_000_000L,
        2_500_000_000L,
        5_000_000_000L,
        10_000_000_000L
    };

    /** By the first digit of the status; 0: broken off before there was one. */
    private static final List<String> CLASSES = List.of("aborted", "1xx", "2xx", "3xx", "4xx", "5xx", "other");

    private static final int OTHER = CLASSES.size() - 1;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final double NANOS = 1e9;

    private static final int RANGES = CLASSES.size();
    private static final int DURATION = RANGES + BOUNDS.length + 1;
    private static final int RECEIVED = DURATION + 1;
    private static final int SENT = RECEIVED + 1;
    private static final int NUMBERS = SENT + 1;

    private final String application;
    private final String contextRoot;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile AtomicLongArray[] loops = {};

    /**
     * Counts since the beginning.
     *
     * @param requests by class of status: {@code aborted} (broken off before there was a status), {@code 1xx} (gone on in another
     *     protocol) to {@code 5xx}, and {@code other}
     * @param duration in seconds, from the end of the request's head to the end of the response, of those that did not go on in another
     *     protocol
     * @param received bytes of bodies
     * @param sent bytes of bodies
     */
    public record Reading(Map<String, Long> requests, Distribution duration, long received, long sent) {}

    /**
     * Begins with nothing.
     *
     * @param application its name; empty: of requests that come to no application
     * @param contextRoot where it is reached; empty likewise
     */
    public Traffic(String application, String contextRoot) {
        this.application = application;
        this.contextRoot = contextRoot;
    }

    /** Of whom; empty: of requests that come to no application. */
    public String application() {
        return application;
    }

    /** Returns where that is reached; empty: of requests that come to no application. */
    public String contextRoot() {
        return contextRoot;
    }

    /**
     * Counts a request that has ended. On the loop of that number, and on no other thread.
     *
     * @param loop from 0
     * @param status 0: there was none
     */
    public void count(int loop, int status, long nanos, long received, long sent) {
        AtomicLongArray[] all = loops;
        AtomicLongArray own = loop < all.length ? all[loop] : of(loop);
        add(own, Math.min(Math.max(status / 100, 0), OTHER), 1);
        if (status != SWITCHING_PROTOCOLS) {
            add(own, RANGES + range(nanos), 1);
            add(own, DURATION, nanos);
        }
        add(own, RECEIVED, received);
        add(own, SENT, sent);
    }

    private static void add(AtomicLongArray own, int number, long more) {
        own.setOpaque(number, own.getPlain(number) + more);
    }

    private static int range(long nanos) {
        int range = 0;
        while (range < BOUNDS.length && nanos > BOUNDS[range]) {
            range++;
        }
        return range;
    }

    private AtomicLongArray of(int loop) {
        lock.lock();
        try {
            AtomicLongArray[] all = loops;
            if (loop >= all.length) {
                int before = all.length;
                all = Arrays.copyOf(all, loop + 1);
                for (int i = before; i <= loop; i++) {
                    all[i] = new AtomicLongArray(NUMBERS);
                }
                loops = all;
            }
            return all[loop];
        } finally {
            lock.unlock();
        }
    }

    /** Returns what was counted. Any thread. */
    public Reading reading() {
        long[] sums = new long[NUMBERS];
        for (AtomicLongArray own : loops) {
            for (int i = 0; i < NUMBERS; i++) {
                sums[i] += own.getOpaque(i);
            }
        }
        Map<String, Long> requests = new LinkedHashMap<>();
        for (int i = 0; i < CLASSES.size(); i++) {
            requests.put(CLASSES.get(i), sums[i]);
        }
        List<Long> counts = new ArrayList<>();
        for (int i = RANGES; i < DURATION; i++) {
            counts.add(sums[i]);
        }
        List<Double> bounds =
                Arrays.stream(BOUNDS).mapToObj(bound -> bound / NANOS).toList();
        return new Reading(
                requests, new Distribution(bounds, counts, sums[DURATION] / NANOS), sums[RECEIVED], sums[SENT]);
    }
}
