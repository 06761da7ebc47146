package io.keelson.ee.stomp;

import io.keelson.security.Realm;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Checks a login: a password against the realm, within TLS or from the machine itself, and clients without one where that is configured.
 * Thread-safe.
 */
final class StompLogin {
    private final @Nullable Realm realm;
    private final boolean anonymous;
    private final boolean passwords;

    /**
     * With a realm.
     *
     * @param realm null: the server has no users
     * @param passwords true if a password may be sent
     */
    StompLogin(@Nullable Realm realm, boolean anonymous, boolean passwords) {
        this.realm = realm;
        this.anonymous = anonymous;
        this.passwords = passwords;
    }

    /**
     * Checks a login. May take a while.
     *
     * @param user null: the client names none
     * @return why it is refused; null: it is not
     */
    @Nullable
    String refusal(@Nullable String user, @Nullable String passcode) {
        if (user == null || user.isEmpty()) {
            return anonymous ? null : "a login is needed: a user in 'login' and the password in 'passcode'";
        }
        Realm of = realm;
        if (!passwords) {
            return "a password is taken over TLS only, or from the machine itself";
        }
        if (of == null || passcode == null) {
            return "the login is refused";
        }
        char[] password = passcode.toCharArray();
        try {
            return of.authenticate(user, password).isPresent() ? null : "the login is refused";
        } finally {
            Arrays.fill(password, '\0');
        }
    }
}
