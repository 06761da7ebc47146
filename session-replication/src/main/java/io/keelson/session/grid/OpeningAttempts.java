package io.keelson.session.grid;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The failed attempts to open a grid: how long to wait for the next one, and whether a failure is news. The pause doubles from
 * {@link #SHORTEST} to {@link #LONGEST}. Thread-safe: its lock guards all that is not final.
 */
public final class OpeningAttempts {
    /** The pause after the first failure. */
    public static final Duration SHORTEST = Duration.ofSeconds(1);

    /** The longest pause. */
    public static final Duration LONGEST = Duration.ofMinutes(1);

    private static final int LONGEST_LINE = 300;

    private final Listener listener;
    private Duration next = SHORTEST;
    private int failures;
    private @Nullable String signature;
    private @Nullable String line;

    /** Hears of changes, in the thread that opens. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Tells why the grid cannot be opened.
         *
         * @param failure one line; null: it is open, or no longer wanted
         */
        void failing(@Nullable String failure);
    }

    /**
     * A failed attempt.
     *
     * @param news false if the attempt before failed for the same reason
     * @param pause how long to wait for the next attempt
     */
    public record Failure(boolean news, Duration pause) {}

    /** Makes it, with no attempt yet. */
    public OpeningAttempts(Listener listener) {
        this.listener = listener;
    }

    /** Counts a failed attempt. */
    public Failure failed(Throwable cause) {
        String now = signature(cause);
        boolean news;
        Duration pause;
        String said;
        synchronized (this) {
            failures++;
            news = !now.equals(signature);
            signature = now;
            if (news) {
                line = line(cause);
            }
            said = Objects.requireNonNull(line);
            pause = next;
            Duration doubled = next.multipliedBy(2);
            next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        }
        if (news) {
            listener.failing(said);
        }
        return new Failure(news, pause);
    }

    /** Begins with the shortest pause again, as other servers have come or gone. */
    public synchronized void hurry() {
        next = SHORTEST;
    }

    /** Ends the failures: the grid is open, or no longer wanted. */
    public void ended() {
        synchronized (this) {
            next = SHORTEST;
            failures = 0;
            signature = null;
            line = null;
        }
        listener.failing(null);
    }

    /** Returns how many attempts have failed since the last success. */
    public synchronized int failures() {
        return failures;
    }

    /** Returns why the last attempt failed, in a line; empty where none has. */
    public synchronized String reason() {
        return line == null ? "" : line;
    }

    /** Numbers differ between attempts that fail for one reason: ports, times, identities. */
    private static String signature(Throwable cause) {
        StringBuilder all = new StringBuilder();
        Throwable each = cause;
        for (int depth = 0; each != null && depth < 10; depth++) {
            String message = each.getMessage();
            all.append(each.getClass().getName())
                    .append(message == null ? "" : message.replaceAll("[0-9a-fA-F]*[0-9][0-9a-fA-F]*", ""))
                    .append('\n');
            each = each.getCause();
        }
        return all.toString();
    }

    private static String line(Throwable cause) {
        Throwable root = cause;
        for (int depth = 0; root.getCause() != null && depth < 10; depth++) {
            root = root.getCause();
        }
        String text = root.toString().replaceAll("\\s+", " ");
        return text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "..." : text;
    }
}
