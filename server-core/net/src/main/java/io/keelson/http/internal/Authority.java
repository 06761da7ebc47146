package io.keelson.http.internal;

import static io.keelson.http.internal.Refusal.bad;

/**
 * The grammar of host and port. Names of users before the host are refused.
 *
 * <p>Specification: RFC 9110, 7.2 Host and :authority.
 */
final class Authority {
    private static final int GREATEST_PORT = 65535;

    private Authority() {}

    static void check(byte[] bytes, int start, int end) throws Refusal {
        for (int i = start; i < end; i++) {
            if (!Ascii.isHost(bytes[i])) {
                throw bad("The host is malformed.");
            }
        }
        int hostEnd = start;
        if (start < end && bytes[start] == '[') {
            hostEnd = closingBracket(bytes, start, end) + 1;
        } else {
            while (hostEnd < end && bytes[hostEnd] != ':') {
                if (bytes[hostEnd] == '[' || bytes[hostEnd] == ']') {
                    throw bad("The host is malformed.");
                }
                hostEnd++;
            }
        }
        if (hostEnd < end) {
            if (bytes[hostEnd] != ':' || hostEnd == start) {
                throw bad("The host is malformed.");
            }
            port(bytes, hostEnd + 1, end);
        }
    }

    private static int closingBracket(byte[] bytes, int start, int end) throws Refusal {
        int i = start + 1;
        while (i < end && (Ascii.hex(bytes[i]) >= 0 || bytes[i] == ':' || bytes[i] == '.')) {
            i++;
        }
        if (i == start + 1 || i == end || bytes[i] != ']') {
            throw bad("The host is malformed.");
        }
        return i;
    }

    private static void port(byte[] bytes, int start, int end) throws Refusal {
        int port = 0;
        for (int i = start; i < end; i++) {
            int digit = bytes[i] - '0';
            port = 10 * port + digit;
            if (digit < 0 || digit > 9 || port > GREATEST_PORT) {
                throw bad("The port of the host is malformed.");
            }
        }
    }
}
