package io.keelson.jms;

import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.security.Realm;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connections of the server's own applications, which may name a user. Who does is looked at as a client of another process is when it logs
 * in. Without a user the application's right to connect is enough. Thread-safe; a password takes its time, so nothing of this runs on a
 * muxer thread.
 *
 * <p>Specification: Jakarta Messaging 3.1, 6.1.1 Authentication.
 */
final class CheckedLogins implements Link.Connector {
    private final Link.Connector connector;
    private final Supplier<Optional<Realm>> realm;

    /**
     * Checks users before it connects.
     *
     * @param realm empty: nobody is known, and every user is refused
     */
    CheckedLogins(Link.Connector connector, Supplier<Optional<Realm>> realm) {
        this.connector = connector;
        this.realm = realm;
    }

    @Override
    public Link connect(@Nullable String user, @Nullable String password, Link.Handler handler) throws JmsFailure {
        if (user != null && !user.isEmpty() && !isKnown(user, password == null ? "" : password)) {
            throw new JmsFailure(
                    JmsFailure.Code.SECURITY,
                    "the login of '" + user
                            + "' to the JMS server was refused: the user is unknown or locked, or the password is wrong");
        }
        return connector.connect(user, password, handler);
    }

    private boolean isKnown(String user, String password) {
        char[] secret = password.toCharArray();
        try {
            return realm.get()
                    .flatMap(known -> known.authenticate(user, secret))
                    .isPresent();
        } finally {
            Arrays.fill(secret, '\0');
        }
    }
}
