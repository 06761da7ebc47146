package io.keelson.servlet.path;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a URI path: decoded, without path parameters, empty and dot segments. A path
 * that two parties could read differently is refused. A path that is canonical already is returned as it is.
 *
 * <p>Specification: Servlet 6.1, 3.5.2 URI Path Canonicalization.
 */
public final class CanonicalPath {
    private CanonicalPath() {}

    /**
     * The canonical form of a raw path.
     *
     * @param raw the path of the request target, without the query
     * @throws SuspiciousPathException when the request must be answered with 400
     */
    public static String of(String raw) throws SuspiciousPathException {
        if (raw.isEmpty() || raw.charAt(0) != '/') {
            throw new SuspiciousPathException("the path does not start with a slash");
        }
        return isCanonical(raw) ? raw : decodeSegments(raw);
    }

    private static boolean isCanonical(String raw) throws SuspiciousPathException {
        boolean canonical = true;
        char previous = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '\\' || c == '#') {
                throw new SuspiciousPathException("the path has a character that must be encoded");
            }
            if (c == '%' || c == ';' || previous == '/' && (c == '/' || c == '.')) {
                canonical = false;
            }
            previous = c;
        }
        return canonical;
    }

    private static String decodeSegments(String raw) throws SuspiciousPathException {
        List<String> segments = new ArrayList<>();
        int start = 1;
        while (true) {
            int slash = raw.indexOf('/', start);
            boolean last = slash < 0;
            addSegment(segments, raw.substring(start, last ? raw.length() : slash), last);
            if (last) {
                break;
            }
            start = slash + 1;
        }
        return segments.isEmpty() ? "/" : "/" + String.join("/", segments);
    }

    private static void addSegment(List<String> segments, String raw, boolean last) throws SuspiciousPathException {
        int semicolon = raw.indexOf(';');
        boolean parameters = semicolon >= 0;
        String encoded = parameters ? raw.substring(0, semicolon) : raw;
        if (parameters) {
            decode(raw.substring(semicolon));
        }
        String segment = decode(encoded);
        boolean dots = segment.equals(".") || segment.equals("..");
        if (dots && (parameters || encoded.length() != segment.length())) {
            throw new SuspiciousPathException("the path has a dot segment that is encoded or has parameters");
        }
        if (segment.isEmpty() && !last && parameters) {
            throw new SuspiciousPathException("the path has an empty segment with parameters");
        }
        if (segment.equals("..")) {
            if (segments.isEmpty()) {
                throw new SuspiciousPathException("the path leads above the root");
            }
            segments.remove(segments.size() - 1);
        } else if (!dots && (last || !segment.isEmpty())) {
            segments.add(segment);
        }
    }

    private static String decode(String encoded) throws SuspiciousPathException {
        if (encoded.indexOf('%') < 0) {
            return encoded;
        }
        byte[] bytes = new byte[encoded.length()];
        int size = 0;
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                c = octet(encoded, i);
                i += 2;
            }
            bytes[size++] = (byte) c;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, size))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new SuspiciousPathException("the path is not UTF-8");
        }
    }

    private static char octet(String encoded, int at) throws SuspiciousPathException {
        int high = at + 2 < encoded.length() ? Character.digit(encoded.charAt(at + 1), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(encoded.charAt(at + 2), 16);
        if (low < 0) {
            throw new SuspiciousPathException("the path has a percent sign without two hexadecimal digits");
        }
        char c = (char) (high << 4 | low);
        if (c == '/' || c == '\\' || c < ' ' || c == 0x7f) {
            throw new SuspiciousPathException("the path has an encoded slash, backslash or control character");
        }
        return c;
    }

    /** The value of a path parameter in a raw path, its last occurrence; null where there is none. */
    public static @Nullable String parameter(String raw, String name) {
        String found = null;
        for (int i = raw.indexOf(';'); i >= 0; i = raw.indexOf(';', i + 1)) {
            if (raw.startsWith(name, i + 1) && i + 1 + name.length() < raw.length()) {
                int equals = i + 1 + name.length();
                if (raw.charAt(equals) == '=') {
                    found = raw.substring(equals + 1, end(raw, equals + 1));
                }
            }
        }
        return found;
    }

    /**
     * A raw path with a slash behind its last segment, before the segment's parameters: {@code /a;b=c} is {@code /a/;b=c}. Of
     * several slashes at its start one is left: as a reference {@code //a/b} means another host (RFC 3986, 4.2).
     */
    public static String withSlash(String raw) {
        int first = 0;
        while (first + 1 < raw.length() && raw.charAt(first + 1) == '/') {
            first++;
        }
        String path = raw.substring(first);
        int parameters = path.indexOf(';', path.lastIndexOf('/') + 1);
        return parameters < 0 ? path + "/" : path.substring(0, parameters) + "/" + path.substring(parameters);
    }

    private static int end(String raw, int from) {
        for (int i = from; i < raw.length(); i++) {
            if (raw.charAt(i) == ';' || raw.charAt(i) == '/') {
                return i;
            }
        }
        return raw.length();
    }
}
