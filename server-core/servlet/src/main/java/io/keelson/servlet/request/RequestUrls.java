package io.keelson.servlet.request;

import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.path.SuspiciousPathException;
import io.keelson.servlet.server.ContainerLog;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;

/**
 * URLs that are made from a request.
 *
 * <p>Specification: Servlet 6.1, 3.6 Request Path Elements; Servlet 6.1, 5.5 Convenience Methods.
 */
public final class RequestUrls {
    private RequestUrls() {}

    /**
     * A redirect's location as an absolute URL (5.5).
     *
     * @param url puts scheme, host and port of the request before a path
     */
    static String absolute(HttpServletRequest request, Function<String, StringBuffer> url, String location) {
        if (hasScheme(location)) {
            return location;
        }
        if (location.startsWith("//")) {
            return request.getScheme() + ":" + location;
        }
        if (location.startsWith("/")) {
            return url.apply(normalised(location)).toString();
        }
        String uri = request.getRequestURI();
        if (location.startsWith("?")) {
            return url.apply(uri + location).toString();
        }
        if (location.isEmpty() || location.startsWith("#")) {
            // The same document, query and all (RFC 3986, 5.2.2).
            String query = request.getQueryString();
            return url.apply(uri + (query == null ? "" : "?" + query) + location)
                    .toString();
        }
        return url.apply(normalised(uri.substring(0, uri.lastIndexOf('/') + 1) + location))
                .toString();
    }

    private static boolean hasScheme(String location) {
        int colon = location.indexOf(':');
        if (colon <= 0) {
            return false;
        }
        for (int i = 0; i < colon; i++) {
            char c = location.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            boolean later = c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
            if (!letter && !(later && i > 0)) {
                return false;
            }
        }
        return true;
    }

    /** Takes dot segments out of a path (RFC 3986, 5.2.4). */
    private static String normalised(String location) {
        int end = 0;
        while (end < location.length() && "?#".indexOf(location.charAt(end)) < 0) {
            end++;
        }
        String path = location.substring(0, end);
        if (!path.contains("/.")) {
            return location;
        }
        java.util.ArrayDeque<String> segments = new java.util.ArrayDeque<>();
        String[] parts = path.substring(1).split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean dots = parts[i].equals(".") || parts[i].equals("..");
            if (parts[i].equals("..")) {
                // Above the root there is nothing to take out, and no error either.
                segments.pollLast();
            }
            if (!dots) {
                segments.addLast(parts[i]);
            } else if (i == parts.length - 1) {
                segments.addLast("");
            }
        }
        return "/" + String.join("/", segments) + location.substring(end);
    }

    /** The part of a raw path that is the context path, in whatever way it was written (3.6). */
    static String rawContextPath(String uri, String context) {
        for (int end = uri.indexOf('/', 1); end != uri.length(); end = next(uri, end)) {
            int to = end < 0 ? uri.length() : end;
            try {
                if (CanonicalPath.of(uri.substring(0, to)).equals(context)) {
                    return uri.substring(0, to);
                }
            } catch (SuspiciousPathException e) {
                // A longer part may be the one: /a/.. is only a path with what follows.
                ContainerLog.LOG.tracef("not a context path: %s", e.getMessage());
            }
            if (end < 0) {
                break;
            }
        }
        return context;
    }

    private static int next(String uri, int slash) {
        return uri.indexOf('/', slash + 1);
    }

    /** Encodes what no URI has. */
    public static String encodeIllegal(String path) {
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) <= ' ' || path.charAt(i) >= 0x7f) {
                StringBuilder encoded = new StringBuilder(path.length() + 8);
                for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
                    // Bytes of characters beyond ASCII are negative.
                    if (b <= ' ' || b == 0x7f) {
                        encoded.append(String.format(Locale.ROOT, "%%%02X", b));
                    } else {
                        encoded.append((char) b);
                    }
                }
                return encoded.toString();
            }
        }
        return path;
    }

    /** Encodes what has a meaning in a raw path. */
    static String encodePath(String path) {
        StringBuilder encoded = new StringBuilder(path.length() + 8);
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            if (b <= ' ' || b == '%' || b == ';' || b == '?' || b == '#' || b == 0x7f) {
                encoded.append(String.format(Locale.ROOT, "%%%02X", b));
            } else {
                encoded.append((char) b);
            }
        }
        return encoded.toString();
    }
}
