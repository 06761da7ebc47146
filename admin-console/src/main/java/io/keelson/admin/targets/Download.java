package io.keelson.admin.targets;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.deploy.targets.Assignment;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** Archives from the admin server, over its management interface. What broke off is gone on with. Immutable and thread-safe. */
final class Download implements Staging.Source {
    private final ServerCalls calls;
    private final int millis;

    /**
     * Downloads.
     *
     * @param millis how long to wait between two bytes
     */
    Download(ServerCalls calls, int millis) {
        this.calls = calls;
        this.millis = millis;
    }

    @Override
    public void fetch(Assignment assignment, Path file, Staging.Meter meter) throws IOException {
        long there = Files.exists(file) ? Files.size(file) : 0;
        try {
            calls.fetch(
                    "domain/archives/" + assignment.digest() + "?file=" + PercentEncoding.of(assignment.archive()),
                    there == 0 ? Map.of() : Map.of("Range", "bytes=" + there + "-"),
                    (status, length) -> open(file, status == 206 ? there : 0, length, meter),
                    millis);
        } catch (ServerCalls.RefusedException e) {
            if (there == 0) {
                throw e;
            }
            // What is there may be no part of it: the next attempt begins anew.
            Files.delete(file);
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private static OutputStream open(Path file, long there, long length, Staging.Meter meter) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(there);
        channel.position(there);
        return new Durable(channel, there, there + length, meter);
    }

    /** Forces what was written to the disk when it is closed. */
    private static final class Durable extends FilterOutputStream {
        private final FileChannel channel;
        private final long of;
        private final Staging.Meter meter;
        private long bytes;

        Durable(FileChannel channel, long bytes, long of, Staging.Meter meter) {
            super(Channels.newOutputStream(channel));
            this.channel = channel;
            this.bytes = bytes;
            this.of = of;
            this.meter = meter;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
            bytes += length;
            meter.at(bytes, of);
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                channel.force(true);
            }
        }
    }
}
