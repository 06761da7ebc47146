package io.keelson.admin.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of the console, as it is sent. Immutable; the arrays are not to be written to.
 *
 * @param type its media type
 * @param tag the strong entity tag of its content, with quotes (RFC 9110, 8.8.3)
 * @param content the content
 * @param zipped the content with gzip, where that is shorter; null where it is not
 */
record ConsoleFile(String type, String tag, byte[] content, byte @Nullable [] zipped) {
    /** Works out tag and compressed form. */
    static ConsoleFile of(String type, byte[] content) {
        byte[] zipped = zip(content);
        return new ConsoleFile(
                type, '"' + digest(content) + '"', content, zipped.length < content.length * 9 / 10 ? zipped : null);
    }

    /** The tag of the compressed form, which is another representation (RFC 9110, 8.8.3.3). */
    String zippedTag() {
        return tag.substring(0, tag.length() - 1) + "-gz\"";
    }

    private static String digest(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash).substring(0, 22);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256, but this one has not", e);
        }
    }

    private static byte[] zip(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length / 3 + 64);
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException("Memory refused what was written to it", e);
        }
        return bytes.toByteArray();
    }
}
