package io.keelson.security;

import io.keelson.kernel.context.Caller;
import java.util.Optional;

/** Users and groups. Published as a service by the security subsystem. Thread-safe. */
public interface Realm {
    /** The realm's name, as a browser shows it. */
    String name();

    /**
     * Checks a password. Takes the same time whether the user exists or not, and may take a while (it is made slow on
     * purpose), so it must not run on a muxer thread.
     *
     * @param password is not kept and not changed; the caller wipes it
     * @return the user and its groups; empty when the user is unknown, locked or the password is wrong
     */
    Optional<Caller> authenticate(String user, char[] password);

    /** A user and its groups without any proof, for run-as. Empty when there is no such user. */
    Optional<Caller> find(String user);
}
