package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.http.internal.h2.FieldsDecoder;
import io.keelson.net.config.ChannelLimits;
import io.netty.util.AsciiString;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The head of an HTTP/2 request, made from its fields as they are decoded. What is malformed there
 * makes the stream fail; what RFC 9110 refuses in every version of HTTP is a {@link Refusal}, as for HTTP/1. Filled on the
 * loop, then read-only.
 *
 * <p>Specification: RFC 9113, 8.1.1 Malformed Messages; RFC 9113, 8.2 HTTP Fields; RFC 9113, 8.3.1 Request Pseudo-Header Fields.
 */
final class Http2Head implements FieldsDecoder.Receiver {
    /** Number of bytes that RFC 9113, 6.5.2 counts for each field beside its characters. */
    private static final int FIELD_OVERHEAD = 32;

    private static final int MOST_DIGITS = 18;
    private static final String ABSENT = "";

    private final HttpHeaders.Owner fields = new HttpHeaders.Owner();
    private final int maxSize;
    private final int maxCount;
    private final int maxTarget;
    private long size;
    private boolean regular;

    /** The fields are too large already: further ones are not even looked at, as a client can name any number in no time. */
    private boolean tooLarge;

    private String method = ABSENT;
    private String scheme = ABSENT;
    private String target = ABSENT;
    private @Nullable String authority;
    private @Nullable String host;
    private @Nullable String cookie;
    private @Nullable StringBuilder cookies;
    private int pathLength;
    private long contentLength = -1;
    private boolean expectContinue;
    private @Nullable String malformed;
    private @Nullable Refusal refusal;

    Http2Head(ChannelLimits limits) {
        maxSize = limits.maxHeaderSize().toInt();
        maxCount = limits.maxHeaderCount();
        maxTarget = limits.maxRequestLine().toInt();
    }

    /** Returns what makes the request malformed; null where nothing does. */
    @Nullable
    String malformed() {
        return malformed;
    }

    /** Returns why the request is not served; null where it is. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    String method() {
        return method;
    }

    String target() {
        return target;
    }

    int pathLength() {
        return pathLength;
    }

    @Nullable
    String authority() {
        return authority;
    }

    /** The length that the head announced; -1 where it announced none. */
    long contentLength() {
        return contentLength;
    }

    boolean expectContinue() {
        return expectContinue;
    }

    HttpHeaders headers() {
        return fields.headers();
    }

    // ---- fields as they come

    @Override
    public void field(AsciiString name, AsciiString value) {
        if (malformed != null || tooLarge) {
            return;
        }
        try {
            if (name.length() > 0 && name.byteAt(0) == ':') {
                pseudo(name, value);
            } else {
                regular = true;
                regular(name, value);
            }
        } catch (Refusal first) {
            refuse(first);
        }
    }

    private void refuse(Refusal why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    private void pseudo(AsciiString name, AsciiString value) throws Refusal {
        if (regular) {
            malformed = "a pseudo-field stands behind others";
        } else if (name.contentEquals(":method")) {
            method(value);
        } else if (name.contentEquals(":path")) {
            path(value);
        } else if (name.contentEquals(":scheme")) {
            scheme(value);
        } else if (name.contentEquals(":authority")) {
            authority(value);
        } else {
            malformed = "a pseudo-field is not known";
        }
    }

    private void method(AsciiString value) throws Refusal {
        byte[] bytes = value.array();
        int start = value.arrayOffset();
        int end = start + value.length();
        boolean token = start < end;
        for (int i = start; i < end; i++) {
            token &= Ascii.isToken(bytes[i]);
        }
        if (!token || !method.isEmpty()) {
            malformed = "there is no proper :method";
            return;
        }
        method = "-";
        method = RequestLine.method(bytes, start, end);
    }

    private void scheme(AsciiString value) throws Refusal {
        if (value.isEmpty() || !scheme.isEmpty()) {
            malformed = "there is no proper :scheme";
            return;
        }
        scheme = value.toString().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw Refusal.bad("The scheme is neither http nor https.");
        }
    }

    private void path(AsciiString value) throws Refusal {
        if (value.isEmpty() || !target.isEmpty()) {
            malformed = "there is no proper :path";
            return;
        }
        target = "-";
        if (value.length() > maxTarget) {
            throw new Refusal(414, "The path is longer than " + maxTarget + " bytes.");
        }
        int start = value.arrayOffset();
        if (value.byteAt(0) == '*' && value.length() == 1) {
            pathLength = 1;
        } else if (value.byteAt(0) == '/') {
            pathLength = RequestLine.checkOrigin(value.array(), start, start + value.length()) - start;
        } else {
            throw Refusal.bad("The :path is no path.");
        }
        target = value.toString();
    }

    private void authority(AsciiString value) throws Refusal {
        if (authority != null) {
            malformed = "there are two :authority";
            return;
        }
        authority = ABSENT;
        size(9, value);
        authority = host(value);
    }

    private static String host(AsciiString value) throws Refusal {
        int start = value.arrayOffset();
        Authority.check(value.array(), start, start + value.length());
        return value.toString().toLowerCase(Locale.ROOT);
    }

    private void regular(AsciiString name, AsciiString value) throws Refusal {
        if (!isProper(name, value)) {
            malformed = "a field has a name or a value that none may have";
            return;
        }
        size(name.length(), value);
        if (refusal != null) {
            return;
        }
        switch (name.length()) {
            case 2 -> {
                if (name.contentEquals("te") && !value.contentEqualsIgnoreCase("trailers")) {
                    malformed = "TE asks for more than trailers";
                    return;
                }
            }
            case 4 -> {
                if (name.contentEquals("host")) {
                    host = host == null ? host(value) : twoHosts();
                    return;
                }
            }
            case 6 -> {
                if (name.contentEquals("cookie")) {
                    cookie(value);
                    return;
                }
                expect(name, value);
            }
            case 7, 10, 16, 17 -> {
                if (isOfConnection(name)) {
                    malformed = "a field is of the connection: " + name;
                    return;
                }
            }
            case 14 -> {
                if (name.contentEquals("content-length")) {
                    contentLength(value);
                }
            }
            default -> {
                // Any other field is the application's.
            }
        }
        count();
        fields.addChecked(name.toString(), value.toString());
    }

    private static String twoHosts() throws Refusal {
        throw Refusal.bad("The request has two Hosts.");
    }

    private void expect(AsciiString name, AsciiString value) throws Refusal {
        if (name.contentEquals("expect")) {
            if (!value.contentEqualsIgnoreCase("100-continue")) {
                throw new Refusal(417, "The only expectation known here is 100-continue.");
            }
            expectContinue = true;
        }
    }

    private static boolean isOfConnection(AsciiString name) {
        return name.contentEquals("connection")
                || name.contentEquals("upgrade")
                || name.contentEquals("keep-alive")
                || name.contentEquals("proxy-connection")
                || name.contentEquals("transfer-encoding");
    }

    private void contentLength(AsciiString value) {
        if (contentLength >= 0 || value.isEmpty() || value.length() > MOST_DIGITS) {
            malformed = "there is no proper content-length";
            return;
        }
        long n = 0;
        for (int i = 0; i < value.length(); i++) {
            int digit = value.byteAt(i) - '0';
            if (digit < 0 || digit > 9) {
                malformed = "there is no proper content-length";
                return;
            }
            n = 10 * n + digit;
        }
        contentLength = n;
    }

    /** Clients may send each cookie as a field of its own; applications get one (RFC 9113, 8.2.3). */
    private void cookie(AsciiString value) throws Refusal {
        if (cookie == null) {
            count();
            cookie = value.toString();
            return;
        }
        StringBuilder all = cookies;
        if (all == null) {
            all = new StringBuilder(cookie);
            cookies = all;
        }
        all.append("; ").append(value);
    }

    private void count() throws Refusal {
        int others = cookie == null ? 1 : 2;
        if (fields.headers().size() + others > maxCount) {
            throw new Refusal(431, "There are more than " + maxCount + " header fields.");
        }
    }

    private void size(int nameLength, AsciiString value) throws Refusal {
        size += nameLength + value.length() + FIELD_OVERHEAD;
        if (size > maxSize) {
            tooLarge = true;
            throw new Refusal(431, "The header fields are larger than " + maxSize + " bytes.");
        }
    }

    /** Returns whether a field is one as far as RFC 9113, 8.2.1 and RFC 9110, 5 say: a pseudo-field is none. */
    static boolean isProper(AsciiString name, AsciiString value) {
        return isName(name) && isValue(value);
    }

    private static boolean isName(AsciiString name) {
        byte[] bytes = name.array();
        int end = name.arrayOffset() + name.length();
        for (int i = name.arrayOffset(); i < end; i++) {
            if (!Ascii.isToken(bytes[i]) || bytes[i] >= 'A' && bytes[i] <= 'Z') {
                return false;
            }
        }
        return name.length() > 0;
    }

    private static boolean isValue(AsciiString value) {
        byte[] bytes = value.array();
        int start = value.arrayOffset();
        int end = start + value.length();
        for (int i = start; i < end; i++) {
            if (!Ascii.isValue(bytes[i])) {
                return false;
            }
        }
        return start == end || !FieldLine.isBlank(bytes[start]) && !FieldLine.isBlank(bytes[end - 1]);
    }

    // ---- the whole head

    /** Checks what only the whole head shows. */
    void finish(boolean endOfStream) {
        if (malformed == null) {
            checkWhole(endOfStream);
        }
        if (malformed == null && refusal == null) {
            complete();
        }
        if (refusal != null || malformed != null) {
            // What was refused shows in the access log as far as it was understood.
            target = refusal == null || target.equals("-") ? ABSENT : target;
            method = method.equals("-") ? ABSENT : method;
            pathLength = Math.min(pathLength, target.length());
        }
        fields.freeze();
    }

    private void checkWhole(boolean endOfStream) {
        boolean connect = refusal != null && refusal.status() == 501;
        if (method.isEmpty() || !connect && (scheme.isEmpty() || target.isEmpty())) {
            malformed = "a pseudo-field is missing";
        } else if (endOfStream && contentLength > 0) {
            malformed = "the body is shorter than its content-length";
        } else if (authority != null && host != null && !authority.equals(host) && refusal == null) {
            malformed = "host is not :authority";
        } else if (target.equals("*") && !method.equals("OPTIONS")) {
            refuse(Refusal.bad("The target * is for OPTIONS only."));
        } else if ((authority == null || authority.isEmpty()) && host == null) {
            refuse(Refusal.bad("The request has no :authority and no Host."));
        }
    }

    private void complete() {
        if (authority == null || authority.isEmpty()) {
            authority = host;
        }
        if (authority != null) {
            fields.addChecked("host", authority);
        }
        String first = cookie;
        if (first != null) {
            fields.addChecked("cookie", cookies == null ? first : cookies.toString());
        }
        if (authority != null && authority.isEmpty()) {
            authority = null;
        }
    }

    /** Takes the head of a request that came by HTTP/1.1 and asked to go on by HTTP/2. */
    static Http2Head upgraded(RequestParser parser, ChannelLimits limits) {
        Http2Head head = new Http2Head(limits);
        head.method = parser.line().method();
        head.target = parser.line().target();
        head.pathLength = parser.line().pathLength();
        String authority = parser.line().authority() != null
                ? parser.line().authority()
                : parser.framing().host();
        head.authority = authority == null || authority.isEmpty() ? null : authority;
        parser.headers().forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!isOfConnection(new AsciiString(lower)) && !lower.equals("http2-settings")) {
                head.fields.addChecked(lower, value);
            }
        });
        head.fields.freeze();
        return head;
    }
}
