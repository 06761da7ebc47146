package io.keelson.session.cookie;

import io.keelson.kernel.config.DomainKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The keys that sessions of a domain are sealed with: those of {@code security/session-keys}, one a line, the first of which seals;
 * behind them one that is derived of the domain's key, which seals where there is no such file.
 */
final class CookieKeys {
    private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9_+/-]{43,200}={0,2}");

    private CookieKeys() {}

    /** Returns where the keys of a domain lie. */
    static Path file(Path domain) {
        return domain.resolve("security").resolve("session-keys");
    }

    /**
     * Reads them.
     *
     * @throws IOException when a file cannot be read, or has a line that is no key; the message does not show it
     */
    static List<byte[]> of(Path domain) throws IOException {
        List<byte[]> keys = new ArrayList<>();
        int number = 0;
        for (String line : lines(file(domain))) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                keys.add(key(text, file(domain), number));
            }
        }
        keys.add(DomainKey.of(domain).derived("sessions in cookies"));
        return keys;
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private static byte[] key(String text, Path file, int line) throws IOException {
        if (!TEXT.matcher(text).matches()) {
            throw new IOException(file + ":" + line + ": expected a key of at least 256 bits in Base64, as by"
                    + " 'openssl rand -base64 32'");
        }
        try {
            // Both alphabets of Base64 are taken.
            return Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_'));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ":" + line + ": expected a key in Base64", e);
        }
    }
}
