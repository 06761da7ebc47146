package io.keelson.remoting.spi;

import java.util.Optional;
import java.util.function.Predicate;
import javax.security.auth.x500.X500Principal;

/**
 * The users that may log in: by SCRAM-SHA-256 (RFC 5802, RFC 7677), or where nothing of their passwords is kept by the password itself.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>Methods MUST be thread-safe. They MAY block: they are never called on a muxer thread.
 *   <li>{@link #verifier} MUST NOT tell whether there is such a user: for a name that nobody has it returns one whose salt and
 *       iterations look as others do and are the same each time.
 *   <li>{@link #authenticate(String, Predicate)} MUST ask the proof once, whether the user exists or not, and count a failure as any other
 *       login's.
 *   <li>{@link #authenticate(String, char[])} MUST refuse users that have a verifier, without looking at the password and without
 *       counting, and count any other failure. It MUST NOT keep, log or show the password.
 *   <li>{@link #passwords} MUST NOT block, and its answer MUST NOT change.
 * </ol>
 */
public interface ScramRealm {
    /** Returns what a client needs to compute its proof with, of this user. */
    Verifier verifier(String user);

    /**
     * Checks a proof.
     *
     * @param proof whether the client has proved to know the password that this verifier was made of
     * @return the user; empty where there is none of that name, it is locked, or the proof is wrong
     */
    Optional<RemoteCaller> authenticate(String user, Predicate<Verifier> proof);

    /** Returns whether there may be users that have no verifier, and whose passwords can be checked. */
    default boolean passwords() {
        return false;
    }

    /**
     * Checks the password of a user that has no verifier.
     *
     * @param password is wiped by the caller
     * @return the user; empty where there is none of that name, it is locked, has a verifier, or the password is wrong
     */
    default Optional<RemoteCaller> authenticate(String user, char[] password) {
        return Optional.empty();
    }

    /** Returns the realm's name, as protocols tell it that name one; empty where it has none. */
    default String name() {
        return "";
    }

    /**
     * Checks the password of any user, for protocols that send one. Failures count as those of any login do.
     *
     * @param password is neither kept nor changed; the caller wipes it
     * @return the user; empty where there is none of that name, it is locked, or the password is wrong
     */
    default Optional<RemoteCaller> login(String user, char[] password) {
        return Optional.empty();
    }

    /** Returns a user without any proof, for whom somebody speaks who may do so; empty where there is none of that name. */
    default Optional<RemoteCaller> find(String user) {
        return Optional.empty();
    }

    /** Returns the user whose certificate has a subject, which was checked or somebody speaks for; empty where it is nobody's. */
    default Optional<RemoteCaller> find(X500Principal subject) {
        return Optional.empty();
    }

    /** Data that is kept of a password. The arrays are not changed. */
    record Verifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {}
}
