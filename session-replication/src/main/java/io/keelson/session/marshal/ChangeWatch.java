package io.keelson.session.marshal;

import io.keelson.base.time.Ticker;
import io.keelson.servlet.spi.SessionState;
import jakarta.servlet.http.HttpSessionActivationListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Looks, at the end of some requests, for attributes that were changed in place and not set again, which no store notices. It takes at
 * most a hundredth of the time of one processor, however many requests there are: it rests a hundred times as long as it has looked, in
 * development mode fifty times. Thread-safe; one thread looks at a time.
 */
final class ChangeWatch {
    private static final int REST = 100;
    private static final int REST_IN_DEVELOPMENT = 50;
    private static final long LEAST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Amount that is looked through at a time, so that no request waits long. */
    private static final int MOST_BYTES = 256 * 1024;

    private final AttributeCodec codec;
    private final Ticker ticker;
    private final boolean development;
    private final Reporter reporter;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long nextNanos;
    private int turn;

    /** Told of what was found. */
    interface Reporter {
        /** {@code where} is the path to the first field that is another. */
        void changedInPlace(String attribute, Object value, String where);
    }

    ChangeWatch(AttributeCodec codec, Ticker ticker, boolean development, Reporter reporter) {
        this.codec = codec;
        this.ticker = ticker;
        this.development = development;
        this.reporter = reporter;
        this.nextNanos = ticker.nanoTime();
    }

    /**
     * Looks, if it is time. In the application's context, under the session's lock, when all that was set has been written.
     *
     * @param written the attributes as they were last written
     */
    void look(SessionState state, Map<String, byte[]> written) {
        if (written.isEmpty()
                || ticker.nanoTime() - nextNanos < 0
                || state.shared()
                || !looking.compareAndSet(false, true)) {
            return;
        }
        long from = ticker.nanoTime();
        try {
            lookThrough(state, written);
        } finally {
            long now = ticker.nanoTime();
            nextNanos = now + rest(now - from);
            looking.set(false);
        }
    }

    private long rest(long lookedNanos) {
        return development ? REST_IN_DEVELOPMENT * lookedNanos : Math.max(LEAST_REST_NANOS, REST * lookedNanos);
    }

    private void lookThrough(SessionState state, Map<String, byte[]> written) {
        List<Map.Entry<String, byte[]>> all = new ArrayList<>(written.entrySet());
        // Not the same ones each time, where not all can be looked at.
        Collections.rotate(all, turn++ % all.size());
        int left = MOST_BYTES;
        for (Map.Entry<String, byte[]> each : all) {
            byte[] bytes = each.getValue();
            if (bytes.length <= left && AttributeCodec.mayChange(bytes)) {
                left -= bytes.length;
                look(state, each.getKey(), bytes);
            }
        }
    }

    private void look(SessionState state, String name, byte[] bytes) {
        Object value = state.attributes().get(name);
        // Who listens to the moves of its session changes itself at each.
        if (value == null || value instanceof HttpSessionActivationListener || state.hasChanged(name)) {
            return;
        }
        try {
            byte[] now = codec.encode(value);
            if (Arrays.equals(bytes, now)) {
                return;
            }
            Optional<String> where = difference(name, bytes, now);
            // A request that has come meanwhile may be about to set it.
            if (where.isPresent() && !state.shared() && !state.hasChanged(name)) {
                reporter.changedInPlace(name, value, where.get());
            }
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
            MarshalLog.LOG.tracef(e, "it cannot be told whether the attribute %s has changed", name);
        }
    }

    private Optional<String> difference(String name, byte[] before, byte[] now)
            throws IOException, ClassNotFoundException {
        @Nullable Object one = codec.decode(before);
        @Nullable Object other = codec.decode(now);
        return one == null || other == null ? Optional.empty() : GraphComparison.difference(codec, name, one, other);
    }
}
