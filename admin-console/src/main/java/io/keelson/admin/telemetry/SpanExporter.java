package io.keelson.admin.telemetry;

import io.keelson.base.trace.FinishedSpan;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Sends spans to one collector. Called by one thread at a time; closed by any. */
public interface SpanExporter extends Closeable {
    /**
     * Sends spans; blocks for about as long as the settings' time-out at most.
     *
     * @param spans at least one
     * @throws IOException when the collector has not taken them; the message says why, and nothing that is secret
     */
    void export(List<FinishedSpan> spans) throws IOException;

    /** Ends it without waiting. */
    @Override
    void close();
}
