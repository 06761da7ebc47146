package io.keelson.boot;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A line for the process's standard error that was made while there was memory for it: the log may have none any more, or no time to
 * write what it was given. Thread-safe.
 */
final class LastWords {
    private final byte[] line;
    private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);

    LastWords(String text) {
        line = ("keelson: " + text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    }

    /** Takes no memory. */
    void say() {
        try {
            err.write(line);
        } catch (IOException e) {
            // Nobody listens.
            return;
        }
    }
}
