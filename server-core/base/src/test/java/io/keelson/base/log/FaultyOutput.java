package io.keelson.base.log;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** A destination that can be full or hang. */
final class FaultyOutput implements LogOutput {
    private final StringBuffer written = new StringBuffer();
    volatile boolean full;
    volatile boolean waiting;
    volatile CountDownLatch hang = new CountDownLatch(0);
    volatile boolean closed;

    @Override
    public void write(byte[] records) throws IOException {
        waiting = true;
        try {
            hang.await();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        if (full) {
            throw new IOException("No space left on device");
        }
        written.append(new String(records, StandardCharsets.UTF_8));
    }

    String written() {
        return written.toString();
    }

    @Override
    public Charset charset() {
        return StandardCharsets.UTF_8;
    }

    @Override
    public void close() {
        closed = true;
    }
}
