package io.keelson.servlet.auth;

import io.keelson.security.DigestAlgorithm;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Credentials that a client sends for DIGEST, read and complete. Texts other than the user's name are as they came, a character a byte, as
 * they go into the hash so.
 *
 * <p>Specification: RFC 7616, 3.4 The Authorization Header Field.
 *
 * @param user the user's name, decoded
 * @param realm the realm that was asked for
 * @param nonce the nonce, as this server gave it out
 * @param uri the request target that the client means
 * @param response the client's answer, in hexadecimal digits
 * @param algorithm the hash
 * @param cnonce the client's own nonce
 * @param count how often the nonce was used, this time included; 1 to 2^32-1
 * @param countText the count as it came: eight hexadecimal digits
 * @param opaque what the server gave out; null where the client sends none
 */
record DigestCredentials(
        String user,
        String realm,
        String nonce,
        String uri,
        String response,
        DigestAlgorithm algorithm,
        String cnonce,
        long count,
        String countText,
        @Nullable String opaque) {
    /** More is no header field of a browser. */
    static final int LONGEST = 8192;

    private static final String SCHEME = "Digest ";

    /** The credentials of an {@code Authorization} field; null where it is of another scheme, malformed or not complete. */
    static @Nullable DigestCredentials parse(@Nullable String field) {
        if (field == null || field.length() > LONGEST || !field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        Map<String, String> parameters = new Parameters(field, SCHEME.length()).read();
        return parameters == null ? null : of(parameters);
    }

    private static @Nullable DigestCredentials of(Map<String, String> parameters) {
        String user = user(parameters);
        String realm = parameters.get("realm");
        String nonce = parameters.get("nonce");
        String uri = parameters.get("uri");
        String response = parameters.get("response");
        String cnonce = parameters.get("cnonce");
        String count = parameters.get("nc");
        DigestAlgorithm algorithm = algorithm(parameters.getOrDefault("algorithm", "MD5"));
        // Without qop there is neither a count nor a nonce of the client's, so an answer could be sent again.
        if (user == null
                || realm == null
                || nonce == null
                || uri == null
                || response == null
                || cnonce == null
                || algorithm == null
                || count == null
                || !count.matches("[0-9a-fA-F]{8}")
                || !"auth".equals(parameters.get("qop"))
                || "true".equalsIgnoreCase(parameters.get("userhash"))) {
            return null;
        }
        long number = Long.parseLong(count, 16);
        return number == 0
                ? null
                : new DigestCredentials(
                        user,
                        realm,
                        nonce,
                        uri,
                        response.toLowerCase(Locale.ROOT),
                        algorithm,
                        cnonce,
                        number,
                        count,
                        parameters.get("opaque"));
    }

    private static @Nullable DigestAlgorithm algorithm(String token) {
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            if (algorithm.token().equalsIgnoreCase(token)) {
                return algorithm;
            }
        }
        return null;
    }

    /** {@code username}, or {@code username*} as RFC 8187 encodes it; never both. */
    private static @Nullable String user(Map<String, String> parameters) {
        String plain = parameters.get("username");
        String extended = parameters.get("username*");
        if (extended == null) {
            return plain == null ? null : utf8(plain.getBytes(StandardCharsets.ISO_8859_1));
        }
        String prefix = "UTF-8''";
        return plain != null || !extended.regionMatches(true, 0, prefix, 0, prefix.length())
                ? null
                : percentDecoded(extended.substring(prefix.length()));
    }

    private static @Nullable String percentDecoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                bytes.write(c);
                continue;
            }
            boolean whole = i + 2 < text.length();
            int high = whole ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = whole ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return utf8(bytes.toByteArray());
    }

    private static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The {@code name=value} pairs of a field, separated by commas (RFC 9110, 11.2). */
    private static final class Parameters {
        private final String field;
        private int at;

        Parameters(String field, int from) {
            this.field = field;
            this.at = from;
        }

        /** By name in lower case; null where it is malformed or has a name twice. */
        @Nullable
        Map<String, String> read() {
            Map<String, String> found = new HashMap<>();
            while (true) {
                skip(" \t,");
                if (at == field.length()) {
                    return found;
                }
                String name = token();
                skip(" \t");
                if (name.isEmpty() || at == field.length() || field.charAt(at++) != '=') {
                    return null;
                }
                skip(" \t");
                String value = at < field.length() && field.charAt(at) == '"' ? quoted() : token();
                skip(" \t");
                boolean ended = at == field.length() || field.charAt(at) == ',';
                if (value == null || !ended || found.put(name.toLowerCase(Locale.ROOT), value) != null) {
                    return null;
                }
            }
        }

        private void skip(String characters) {
            while (at < field.length() && characters.indexOf(field.charAt(at)) >= 0) {
                at++;
            }
        }

        private String token() {
            int start = at;
            while (at < field.length() && " \t,=\"".indexOf(field.charAt(at)) < 0) {
                at++;
            }
            return field.substring(start, at);
        }

        private @Nullable String quoted() {
            StringBuilder text = new StringBuilder();
            for (at++; at < field.length(); at++) {
                char c = field.charAt(at);
                if (c == '"') {
                    at++;
                    return text.toString();
                }
                if (c == '\\' && ++at == field.length()) {
                    return null;
                }
                text.append(field.charAt(at));
            }
            return null;
        }
    }
}
