package io.keelson.session.replica;

/**
 * Times of the latest handovers from this server to others that wanted the session. A session that goes again and again
 * is one whose requests alternate between servers: from then on they are taken to it. Owned by its {@link ReplicaState}.
 */
final class Departures {
    /** So many in {@link #WITHIN} are often. */
    static final int OFTEN = 3;
    /** In nanoseconds. */
    static final long WITHIN = 30 * ReplicaState.SECOND;

    private final long[] times = new long[OFTEN];
    private int count;

    void note(long nanos) {
        times[count % OFTEN] = nanos;
        count++;
    }

    boolean often(long nanos) {
        return count >= OFTEN && nanos - times[count % OFTEN] < WITHIN;
    }
}
