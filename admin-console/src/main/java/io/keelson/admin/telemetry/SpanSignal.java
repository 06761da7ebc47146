package io.keelson.admin.telemetry;

import io.keelson.base.trace.FinishedSpan;
import java.io.IOException;
import java.util.List;

/**
 * Spans, in batches. A batch that was not taken is dropped and counted: the collector may have it though its answer was lost, and one
 * that it refuses for what is in it would hold up all others for good. What waits behind it stays for the next turn.
 */
final class SpanSignal implements Signal {
    /** So many batches are one turn's at most, so that a turn ends though more come all the time. */
    private static final int MOST_BATCHES = 64;

    private final SpanExporter exporter;
    private final SpanQueue queue;
    private volatile boolean closed;

    SpanSignal(SpanExporter exporter, SpanQueue queue) {
        this.exporter = exporter;
        this.queue = queue;
    }

    @Override
    public String name() {
        return "traces";
    }

    @Override
    public int send() throws IOException {
        int sent = 0;
        for (int i = 0; i < MOST_BATCHES && !closed; i++) {
            List<FinishedSpan> batch = queue.take();
            if (batch.isEmpty()) {
                break;
            }
            export(batch);
            sent += batch.size();
        }
        return sent == 0 ? NOTHING : sent;
    }

    private void export(List<FinishedSpan> batch) throws IOException {
        boolean taken = false;
        try {
            exporter.export(batch);
            taken = true;
        } finally {
            if (!taken) {
                queue.lost(batch.size());
            }
        }
    }

    @Override
    public int waiting() {
        return queue.waiting();
    }

    @Override
    public long dropped() {
        return queue.dropped();
    }

    @Override
    public void sayAway(String endpoint, String why) {
        TelemetryLog.LOG.spansAway(endpoint, why);
    }

    @Override
    public void sayHere(String endpoint) {
        TelemetryLog.LOG.spansHere(endpoint);
    }

    @Override
    public void sayFailed(Throwable cause) {
        TelemetryLog.LOG.spansFailed(cause);
    }

    @Override
    public void close() {
        closed = true;
        exporter.close();
    }
}
