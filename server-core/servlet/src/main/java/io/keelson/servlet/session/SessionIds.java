package io.keelson.servlet.session;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Makes session ids: at least 256 random bits, in characters that need no encoding in a cookie or a path, and the mark of a version.
 * Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7.2 Creating a Session.
 */
final class SessionIds {
    /** 256 bits in Base64. */
    static final int LEAST_LENGTH = 43;

    private final SecureRandom random = new SecureRandom();
    private final int length;
    private final VersionMark mark;

    /** Ids of {@code length} characters, the mark not counted; of {@link #LEAST_LENGTH} where that is less. */
    SessionIds(int length, VersionMark mark) {
        this.length = Math.max(LEAST_LENGTH, length);
        this.mark = mark;
    }

    /** Makes one that begins with no hyphen, so that it can be an argument of a command. */
    String next() {
        byte[] bits = new byte[(length * 6 + 7) / 8];
        String id;
        do {
            random.nextBytes(bits);
            id = Base64.getUrlEncoder().withoutPadding().encodeToString(bits).substring(0, length);
        } while (id.startsWith("-"));
        return id + mark.text();
    }
}
