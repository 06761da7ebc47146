package io.keelson.system;

import java.io.InputStream;
import java.net.URI;

/** Reads a response a byte at a time, and says when it has begun: for a test that stops the process. */
final class SlowReader {
    private SlowReader() {}

    public static void main(String[] arguments) throws Exception {
        try (InputStream in = URI.create(arguments[0]).toURL().openStream()) {
            in.read();
            System.out.println("reading");
            while (in.read() >= 0) {
                Thread.sleep(10);
            }
        }
    }
}
