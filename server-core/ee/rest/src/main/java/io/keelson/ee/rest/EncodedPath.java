package io.keelson.ee.rest;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * Paths of applications as they are written in addresses, with octets as {@code %20}, and as the container matches them. Stateless.
 *
 * <p>Specification: RESTful Web Services 4.0, 2.3.2 Servlet.
 */
final class EncodedPath {
    private EncodedPath() {}

    /** Returns a path without its encoded octets, which are of UTF-8. A {@code %} that begins none stands for itself. */
    static String decoded(String path) {
        if (path.indexOf('%') < 0) {
            return path;
        }
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int octet = bytes[i] == '%' && i + 2 < bytes.length ? octet(bytes[i + 1], bytes[i + 2]) : -1;
            if (octet < 0) {
                out.write(bytes[i]);
            } else {
                out.write(octet);
                i += 2;
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int octet(byte high, byte low) {
        int first = Character.digit(high, 16);
        int second = Character.digit(low, 16);
        return first < 0 || second < 0 ? -1 : first << 4 | second;
    }

    /** Returns a decoded path in the one form that is used for comparisons: nothing is encoded that need not be. */
    static String encoded(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the path " + path + " of an application of REST is none: " + e, e);
        }
    }

    /**
     * Returns an address whose path of the application is written as the application's own is. It stays as it is where its beginning is
     * another path.
     *
     * @param address the context path and what follows, as the client wrote it
     * @param context the context path, as the client wrote it
     * @param prefix the application's path, of {@link #encoded}
     */
    static String withPrefix(String address, String context, String prefix) {
        if (!address.startsWith(context) || address.startsWith(prefix, context.length())) {
            return address;
        }
        int end = context.length();
        for (int i = 0; i < prefix.length(); i++) {
            if (prefix.charAt(i) == '/') {
                int next = address.indexOf('/', end + 1);
                end = next < 0 ? address.length() : next;
            }
        }
        String written = address.substring(context.length(), end);
        return decoded(written).equals(decoded(prefix)) ? context + prefix + address.substring(end) : address;
    }
}
