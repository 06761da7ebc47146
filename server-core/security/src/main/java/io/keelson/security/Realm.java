package io.keelson.security;

import io.keelson.kernel.context.Caller;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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

    /** The hashes with which users can log in by DIGEST, the one to be preferred first; empty where the realm keeps none. */
    default Set<DigestAlgorithm> digests() {
        return Set.of();
    }

    /**
     * Checks what a client computed from its password for DIGEST (RFC 7616). The proof is asked once, whether the user exists
     * or not; failures count as those of {@link #authenticate(String, char[])} do.
     *
     * @param proof whether the client's answer is that of somebody with this HA1, in lower-case hexadecimal digits
     * @return the user and its groups; empty when the user is unknown, locked, has no such hash, or the proof is wrong
     */
    default Optional<Caller> authenticate(String user, DigestAlgorithm algorithm, Predicate<String> proof) {
        return Optional.empty();
    }
}
