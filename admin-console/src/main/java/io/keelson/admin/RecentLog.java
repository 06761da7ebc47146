package io.keelson.admin;

import io.keelson.base.log.LogTap;
import io.keelson.base.log.Severity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * The last records of this server's log, in memory, for those who look at it from afar. Thread-safe: the records are guarded by this
 * object's lock, which is held for as long as it takes to put one in or to copy the references.
 */
final class RecentLog implements LogTap {
    /** Number of records that are kept. */
    static final int KEPT = 1000;

    /** Number of characters that they may have together: a storm of long stack traces must not fill the heap. */
    static final long HEAVIEST = 4L * 1024 * 1024;

    private final Deque<Entry> entries = new ArrayDeque<>(KEPT);
    private long weight;
    private long last;

    /**
     * A record.
     *
     * @param number counts the records since the server's start, from 1
     * @param severity how much it matters
     * @param weight how many characters it holds, about
     * @param json makes its JSON object
     */
    record Entry(long number, Severity severity, int weight, Supplier<String> json) {}

    @Override
    public void logged(Severity severity, int heavy, Supplier<String> json) {
        synchronized (this) {
            last++;
            weight += heavy;
            entries.addLast(new Entry(last, severity, heavy, json));
            while (entries.size() > KEPT || weight > HEAVIEST) {
                weight -= entries.removeFirst().weight();
            }
        }
    }

    /**
     * The records after a number that are kept still, the oldest first. A number that has not been reached is one of an earlier run of the
     * server: then all of them.
     */
    synchronized List<Entry> after(long number) {
        if (number > last) {
            return new ArrayList<>(entries);
        }
        return entries.stream().filter(entry -> entry.number() > number).toList();
    }

    /** The number of the newest record; 0 where there is none. */
    synchronized long last() {
        return last;
    }
}
