package io.keelson.admin.cli;

import io.keelson.admin.client.HttpConversation.Body;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A file that is sent, behind the deployment plan where there is one, and says how much of it has gone. One thread sends; any may ask. */
final class SentFile implements Body, ProgressLine.Sent {
    private final byte[] plan;
    private final Path file;
    private final long length;
    private final AtomicLong sent = new AtomicLong();

    /**
     * A file that is not sent yet.
     *
     * @param plan the deployment plan that comes before it; null for none
     */
    SentFile(@Nullable String plan, Path file) throws IOException {
        this.plan = PlanOption.bytes(plan);
        this.file = file;
        this.length = this.plan.length + Files.size(file);
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public String type() {
        return "application/octet-stream";
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        OutputStream counting = new FilterOutputStream(out) {
            @Override
            public void write(byte[] buffer, int offset, int length) throws IOException {
                out.write(buffer, offset, length);
                sent.addAndGet(length);
            }
        };
        counting.write(plan);
        Files.copy(file, counting);
    }

    @Override
    public ProgressLine.Step step(ProgressLine.Step afterwards) {
        long gone = sent.get();
        return gone < length
                ? new ProgressLine.Step("Sending " + file.getFileName(), (double) gone / length)
                : afterwards;
    }
}
