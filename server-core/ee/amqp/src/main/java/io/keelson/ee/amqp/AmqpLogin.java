package io.keelson.ee.amqp;

import io.keelson.security.Realm;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks a login by SASL: PLAIN (RFC 4616) against the realm, within TLS or from the machine itself, and ANONYMOUS where that is
 * configured.
 * Thread-safe.
 */
final class AmqpLogin {
    private static final int LONGEST = 4096;

    private final @Nullable Realm realm;
    private final boolean anonymous;
    private final boolean plain;

    /**
     * With a realm.
     *
     * @param realm null: the server has no users
     * @param plain true if a password may be sent
     */
    AmqpLogin(@Nullable Realm realm, boolean anonymous, boolean plain) {
        this.realm = realm;
        this.anonymous = anonymous;
        this.plain = plain && realm != null;
    }

    /** Returns the mechanisms that are offered. */
    String[] mechanisms() {
        List<String> offered = new ArrayList<>();
        if (plain) {
            offered.add("PLAIN");
        }
        if (anonymous) {
            offered.add("ANONYMOUS");
        }
        return offered.toArray(new String[0]);
    }

    boolean allowsAnonymous() {
        return anonymous;
    }

    /** Checks a login. May take a while. The response is wiped. */
    boolean check(String mechanism, byte[] response) {
        try {
            if (mechanism.equals("ANONYMOUS")) {
                return anonymous;
            }
            return mechanism.equals("PLAIN") && plain && checkPlain(response);
        } finally {
            Arrays.fill(response, (byte) 0);
        }
    }

    private boolean checkPlain(byte[] response) {
        Realm of = realm;
        int first = indexOf(response, 0);
        int second = first < 0 ? -1 : indexOf(response, first + 1);
        if (of == null || second < 0 || response.length > LONGEST) {
            return false;
        }
        String as = new String(response, 0, first, StandardCharsets.UTF_8);
        String user = new String(response, first + 1, second - first - 1, StandardCharsets.UTF_8);
        if (user.isEmpty() || !as.isEmpty() && !as.equals(user)) {
            return false;
        }
        CharBuffer decoded =
                StandardCharsets.UTF_8.decode(ByteBuffer.wrap(response, second + 1, response.length - second - 1));
        char[] password = new char[decoded.remaining()];
        decoded.get(password);
        Arrays.fill(decoded.array(), '\0');
        try {
            return of.authenticate(user, password).isPresent();
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static int indexOf(byte[] in, int from) {
        for (int i = from; i < in.length; i++) {
            if (in[i] == 0) {
                return i;
            }
        }
        return -1;
    }
}
