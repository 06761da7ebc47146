package io.keelson.base.log;

import io.keelson.base.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The access log: a file of its own behind a bounded queue of its own. Published as a service by the log subsystem, also
 * when the server has no access log: {@link #enabled} is then false and nothing is written. Thread-safe. See
 * docs/design/log.md.
 */
public final class AccessLogWriter implements AutoCloseable {
    /** So long may a request be missing in the file; in return the writer wakes a few times a second, not once a request. */
    private static final Duration LINGER = Duration.ofMillis(50);

    private final @Nullable LogQueue<AccessRecord> queue;

    private AccessLogWriter(@Nullable LogQueue<AccessRecord> queue) {
        this.queue = queue;
    }

    /**
     * Opens the access log, if the settings enable it. A file that cannot be written is reported in the server log and tried again.
     *
     * @param directory the server's directory, against which the file's path is resolved
     */
    public static AccessLogWriter open(AccessLogSettings settings, Path directory, Ticker ticker) {
        if (!settings.enabled()) {
            return new AccessLogWriter(null);
        }
        LogTroubles troubles = LogTroubles.ToServerLog.INSTANCE;
        RotatingFile file = new RotatingFile(
                "access",
                directory.resolve(settings.file()),
                settings.maxSize().bytes(),
                settings.maxFiles(),
                settings.rotateAtStart(),
                troubles,
                ticker);
        return open(settings, file, troubles, ticker);
    }

    static AccessLogWriter open(AccessLogSettings settings, LogOutput output, LogTroubles troubles, Ticker ticker) {
        AccessForm form = new AccessForm(settings.format(), ZoneId.systemDefault());
        LogQueue<AccessRecord> queue =
                new LogQueue<>("access", settings.queueLength(), LINGER, form, output, troubles, ticker);
        queue.start();
        return new AccessLogWriter(queue);
    }

    /** Returns whether there is an access log; where there is none nobody needs to make records. */
    public boolean enabled() {
        return queue != null;
    }

    /** Queues one request. Never waits; what finds no place is dropped and counted. */
    public void write(AccessRecord request) {
        if (queue != null) {
            queue.offer(request);
        }
    }

    /** Returns how many requests have been dropped since the start. */
    public long dropped() {
        return queue == null ? 0 : queue.dropped();
    }

    /**
     * Writes what is queued, for at most that long, and closes the file.
     *
     * @return whether everything has been written
     */
    public boolean close(Duration timeout) {
        return queue == null || queue.close(timeout);
    }

    /** Closes within five seconds. */
    @Override
    public void close() {
        close(Duration.ofSeconds(5));
    }
}
