package io.keelson.net.tls;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reason for which a file cannot be read, in words. */
final class Unreadable {
    private Unreadable() {}

    static String text(Path file, IOException why) {
        if (why instanceof NoSuchFileException) {
            return file + " does not exist; paths are relative to the domain";
        }
        if (why instanceof AccessDeniedException) {
            return file + " may not be read by the user that the server runs as";
        }
        return file + " cannot be read: " + why.getMessage();
    }
}
