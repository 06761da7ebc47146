package io.keelson.admin.telemetry;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Sends to one collector. Called by one thread at a time; closed by any. */
public interface Exporter extends Closeable {
    /**
     * Sends figures; blocks for about as long as the settings' time-out at most.
     *
     * @param metrics all of them, in the order of their names
     * @param epochMillis when they were so
     * @throws IOException when the collector has not taken them; the message says why, and nothing that is secret
     */
    void export(List<Metric> metrics, long epochMillis) throws IOException;

    /** Ends it without waiting. */
    @Override
    void close();
}
