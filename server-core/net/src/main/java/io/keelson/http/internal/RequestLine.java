package io.keelson.http.internal;

import static io.keelson.http.internal.Refusal.bad;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The request line: method, target and version. The target is in origin form, in absolute form, or {@code *}
 * for OPTIONS. Confined like the parser that owns it.
 *
 * <p>Specification: RFC 9112, 3 Request Line.
 */
final class RequestLine {
    private static final String[] METHODS = {"GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"};
    private static final int LONGEST_METHOD = 32;

    /** The methods that the server knows, as {@code Allow} lists them; an application may know others. */
    static final String KNOWN_METHODS = String.join(", ", METHODS);

    private String method = "";
    private String target = "";
    private @Nullable String path;
    private int pathLength;
    private @Nullable String authority;
    private boolean http11;

    /** True if the target is this request's; it is kept over {@link #reset}, for the next is mostly the same. */
    private boolean read;

    String method() {
        return method;
    }

    /** Path and query in origin form, or {@code *}. */
    String target() {
        return read ? target : "";
    }

    /** Returns whether the target is the server as a whole, {@code *}. */
    boolean wholeServer() {
        return read && pathLength == 1 && target.charAt(0) == '*';
    }

    /** The path of the target. */
    String path() {
        if (!read) {
            return "";
        }
        String p = path;
        if (p == null) {
            p = target.substring(0, pathLength);
            path = p;
        }
        return p;
    }

    /** The length of the path within the target. */
    int pathLength() {
        return read ? pathLength : 0;
    }

    /** The authority of a target in absolute form; null for any other. */
    @Nullable
    String authority() {
        return authority;
    }

    /** Returns whether the version is 1.1; otherwise it is 1.0. */
    boolean http11() {
        return http11;
    }

    void reset() {
        method = "";
        read = false;
        authority = null;
        http11 = false;
    }

    void parse(byte[] bytes, int start, int end) throws Refusal {
        int methodEnd = start;
        while (methodEnd < end && Ascii.isToken(bytes[methodEnd])) {
            methodEnd++;
        }
        if (methodEnd == start || methodEnd == end || bytes[methodEnd] != ' ') {
            throw bad("The request line does not start with a method.");
        }
        int targetEnd = methodEnd + 1;
        while (targetEnd < end && bytes[targetEnd] > ' ' && bytes[targetEnd] != 0x7f) {
            targetEnd++;
        }
        if (targetEnd == methodEnd + 1 || targetEnd == end || bytes[targetEnd] != ' ') {
            throw bad("The request line has no proper target.");
        }
        version(bytes, targetEnd + 1, end);
        method = method(bytes, start, methodEnd);
        target(bytes, methodEnd + 1, targetEnd);
    }

    /**
     * Returns true if a line has anything of a request's: a method that this server knows, a target in a form of RFC 9112, 3.2, or the name
     * HTTP. What has none of these does not appear to be HTTP/1 (RFC 9112, 2.2).
     */
    static boolean appears(byte[] bytes, int start, int end) {
        int methodEnd = start;
        while (methodEnd < end && bytes[methodEnd] != ' ') {
            methodEnd++;
        }
        for (String known : METHODS) {
            if (known.length() == methodEnd - start && matches(known, bytes, start)) {
                return true;
            }
        }
        int target = methodEnd + 1;
        if (target < end && (bytes[target] == '/' || bytes[target] == '*')) {
            return true;
        }
        for (int i = target; i < end && bytes[i] != ' '; i++) {
            if (bytes[i] == ':') {
                return true;
            }
        }
        for (int i = start; i + 5 <= end; i++) {
            if (Ascii.equalsIgnoreCase(bytes, i, i + 5, "http/")) {
                return true;
            }
        }
        return false;
    }

    private void version(byte[] bytes, int start, int end) throws Refusal {
        boolean named = end - start == 8
                && bytes[start] == 'H'
                && bytes[start + 1] == 'T'
                && bytes[start + 2] == 'T'
                && bytes[start + 3] == 'P'
                && bytes[start + 4] == '/'
                && isDigit(bytes[start + 5])
                && bytes[start + 6] == '.'
                && isDigit(bytes[start + 7]);
        if (!named) {
            throw bad("The request line does not end with a version.");
        }
        if (bytes[start + 5] != '1' || bytes[start + 7] > '1') {
            throw new Refusal(505, "Only HTTP/1.0 and HTTP/1.1 are spoken here.");
        }
        http11 = bytes[start + 7] == '1';
    }

    /** The method that a token names. */
    static String method(byte[] bytes, int start, int end) throws Refusal {
        for (String known : METHODS) {
            if (known.length() == end - start && matches(known, bytes, start)) {
                return known;
            }
        }
        if (end - start > LONGEST_METHOD) {
            throw new Refusal(501, "The method is not known.");
        }
        if (end - start == 7 && matches("CONNECT", bytes, start)) {
            throw new Refusal(501, "This server is not a proxy.");
        }
        return text(bytes, start, end);
    }

    private void target(byte[] bytes, int start, int end) throws Refusal {
        if (bytes[start] == '/') {
            origin(bytes, start, end, "");
        } else if (bytes[start] == '*' && end == start + 1) {
            asterisk();
        } else {
            absolute(bytes, start, end);
        }
    }

    private void asterisk() throws Refusal {
        if (!method.equals("OPTIONS")) {
            throw bad("The target * is for OPTIONS only.");
        }
        target("*", 1);
    }

    private void absolute(byte[] bytes, int start, int end) throws Refusal {
        int from = start;
        if (end - start > 7 && Ascii.equalsIgnoreCase(bytes, start, start + 7, "http://")) {
            from += 7;
        } else if (end - start > 8 && Ascii.equalsIgnoreCase(bytes, start, start + 8, "https://")) {
            from += 8;
        } else {
            throw bad("The request target is neither a path nor an http URI.");
        }
        int to = from;
        while (to < end && bytes[to] != '/' && bytes[to] != '?') {
            to++;
        }
        if (to == from) {
            throw bad("The request target has no host.");
        }
        Authority.check(bytes, from, to);
        authority = text(bytes, from, to).toLowerCase(Locale.ROOT);
        if (to == end && method.equals("OPTIONS")) {
            asterisk();
        } else {
            origin(bytes, to, end, to == end || bytes[to] == '?' ? "/" : "");
        }
    }

    private void origin(byte[] bytes, int start, int end, String before) throws Refusal {
        int pathEnd = checkOrigin(bytes, start, end);
        boolean sameAsBefore = before.isEmpty() && target.length() == end - start && matches(target, bytes, start);
        String sent = sameAsBefore ? target : before + text(bytes, start, end);
        target(sent, before.length() + pathEnd - start);
    }

    /** Checks path and query; gives the end of the path. */
    static int checkOrigin(byte[] bytes, int start, int end) throws Refusal {
        int i = start;
        while (i < end && bytes[i] != '?') {
            if (!Ascii.isPath(bytes[i]) || bytes[i] == '%' && !escaped(bytes, i, end)) {
                throw bad("The path of the request target is malformed.");
            }
            i++;
        }
        int pathEnd = i;
        for (i++; i < end; i++) {
            if (!Ascii.isQuery(bytes[i])) {
                throw bad("The query of the request target is malformed.");
            }
        }
        return pathEnd;
    }

    private void target(String next, int nextPathLength) {
        if (!next.equals(target)) {
            target = next;
            path = null;
        }
        pathLength = nextPathLength;
        read = true;
    }

    private static boolean escaped(byte[] bytes, int percent, int end) {
        return percent + 2 < end && Ascii.hex(bytes[percent + 1]) >= 0 && Ascii.hex(bytes[percent + 2]) >= 0;
    }

    private static boolean matches(String text, byte[] bytes, int start) {
        for (int i = 0; i < text.length(); i++) {
            if (bytes[start + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static String text(byte[] bytes, int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
