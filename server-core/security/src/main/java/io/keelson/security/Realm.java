package io.keelson.security;

import io.keelson.kernel.context.Caller;
import java.util.HexFormat;
import java.util.List;
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

    /**
     * Returns true if there may be users whose passwords can be checked and who have no verifier, so that they cannot log in by SCRAM. Does
     * not change while the realm is open, and asks nobody.
     */
    default boolean checksPasswordsOnly() {
        return false;
    }

    /**
     * Checks a password as {@link #authenticate(String, char[])} does, of users who cannot log in by SCRAM only: those who can are refused
     * unlooked at, as if they were nobody, and are not counted. So who tries one after the other has one try.
     *
     * @param password is not kept and not changed; the caller wipes it
     */
    default Optional<Caller> authenticateWithoutVerifier(String user, char[] password) {
        return Optional.empty();
    }

    /** A user and its groups without any proof, for run-as. Empty when there is no such user. */
    Optional<Caller> find(String user);

    /** Says that users have just been changed: who logs in from now on is checked against them as they are. */
    default void refresh() {}

    /** Ends the lock of a user on this server, and forgets failed logins; for an administrator's doing. */
    default void unlock(String user) {}

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

    /**
     * Returns the values by which a client logs in with SCRAM-SHA-256 (RFC 5802) as this user: only iterations and salt are for the client.
     * For a name that nobody has they are made up, and the same each time, so that they do not tell.
     *
     * @throws UnsupportedOperationException where the realm keeps no verifiers
     */
    default ScramVerifier scramVerifier(String user) {
        throw new UnsupportedOperationException("the realm " + name() + " keeps no verifiers for SCRAM");
    }

    /**
     * Checks what a client computed from its password for SCRAM-SHA-256. The proof is asked once, whether the user exists or
     * not; failures count as those of {@link #authenticate(String, char[])} do, but for a user who has no verifier: about that
     * one's password nothing was tried.
     *
     * @param proof whether the client has proved to know the password of this verifier
     * @return the user and its groups; empty when the user is unknown or locked, or the proof is wrong
     */
    default Optional<Caller> authenticateByScram(String user, Predicate<ScramVerifier> proof) {
        return Optional.empty();
    }

    /**
     * Something that is another one after the user's password was changed, for whoever let the user in without asking again. As old
     * as the cache of the provider that decides at most.
     *
     * @return empty while that cannot be told, as a provider is away
     */
    default Optional<String> proof(String user) {
        return Optional.of(HexFormat.of().formatHex(scramVerifier(user).storedKey()));
    }

    /** Returns what the providers of the realm do now, in the order in which they are asked. */
    default List<ProviderRuntime> providers() {
        return List.of();
    }

    /** Changes the users of a provider; empty where there is none of that name, or somebody else keeps them. */
    default Optional<UserEditor> editor(String provider) {
        return Optional.empty();
    }
}
