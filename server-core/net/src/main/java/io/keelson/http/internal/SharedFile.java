package io.keelson.http.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicInteger;

/** A file that several regions are sent from; closed with the last. Thread-safe. */
final class SharedFile {
    private final FileChannel file;
    private final AtomicInteger users = new AtomicInteger(1);

    SharedFile(FileChannel file) {
        this.file = file;
    }

    void retain() {
        users.incrementAndGet();
    }

    void release() {
        if (users.decrementAndGet() == 0) {
            try {
                file.close();
            } catch (IOException e) {
                HttpLog.LOG.debugf(e, "a file that was sent could not be closed");
            }
        }
    }
}
