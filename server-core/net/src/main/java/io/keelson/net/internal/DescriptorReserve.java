package io.keelson.net.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps the last descriptors of the process from the clients of applications: an administrator who connects, a log file
 * that is begun and a deployment need some, and most of all when clients hold all others.
 *
 * <p>Counting what is open takes a walk over a directory of the kernel, so half of what was left is granted without
 * looking again. Thread-safe: two listeners that look at once may together grant what is left, but no more.
 */
public final class DescriptorReserve {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final Pattern MOST_OPEN = Pattern.compile("Max open files\\s+(\\d+)\\s");
    private static final long UNKNOWN = -1;
    private static final int LEAST = 32;
    private static final int MOST = 256;

    private final LongSupplier open;
    private final long limit;
    private final long reserve;
    private final AtomicLong credit = new AtomicLong();

    /**
     * Makes a reserve.
     *
     * @param limit how many descriptors the process may have; negative where that is not known
     * @param open counts those that it has; negative where that cannot be done now
     */
    DescriptorReserve(long limit, LongSupplier open) {
        this.limit = limit;
        this.open = open;
        long kept = Math.max(LEAST, Math.min(MOST, limit / 10));
        // A process with hardly any must still serve somebody.
        this.reserve = limit < 0 ? 0 : Math.min(kept, Math.max(0, limit - open.getAsLong()) / 2);
    }

    /** The one of this process. Without {@code /proc} nothing is kept. */
    public static DescriptorReserve ofProcess() {
        return new DescriptorReserve(processLimit(), DescriptorReserve::openInProcess);
    }

    /** One that keeps nothing back. */
    static DescriptorReserve none() {
        return new DescriptorReserve(UNKNOWN, () -> 0);
    }

    private static long processLimit() {
        try {
            Matcher most = MOST_OPEN.matcher(Files.readString(LIMITS));
            return most.find() ? Long.parseLong(most.group(1)) : UNKNOWN;
        } catch (IOException e) {
            ChannelLog.LOG.debugf(e, "the limit of descriptors is not known");
            return UNKNOWN;
        }
    }

    private static long openInProcess() {
        // Not a stream of paths: it is asked for when memory and descriptors are short.
        String[] all = OPEN.toFile().list();
        return all == null ? UNKNOWN : all.length;
    }

    long limit() {
        return limit;
    }

    long reserve() {
        return reserve;
    }

    /** Takes note of an accepted connection. Returns whether another may follow. */
    boolean accepted() {
        return limit < 0 || credit.decrementAndGet() > 0 || look();
    }

    /** Looks again. Returns whether a connection may be accepted. */
    boolean look() {
        if (limit < 0) {
            return true;
        }
        long now = open.getAsLong();
        long left = now < 0 ? 0 : limit - now - reserve;
        credit.set(left > 0 ? Math.max(1, left / 2) : 0);
        return left > 0;
    }
}
