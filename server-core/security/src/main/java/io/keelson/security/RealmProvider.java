package io.keelson.security;

import java.util.Optional;

/**
 * Store of users of the realm: a file of the domain, a database, a directory. See docs/design/realms.md.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>Methods MUST be thread-safe. They MAY block, for a bounded time: they are never called on a muxer thread.
 *   <li>{@link #find} MUST return one account at most, and MUST NOT take text in a name for anything but a name.
 *   <li>What cannot be told MUST be a {@link ProviderAwayException}, never an empty answer: else who comes after would decide.
 *   <li>{@link #pretend} MUST cost what {@link Account#matches} costs for a wrong password, as far as the provider can see to that.
 *   <li>Nothing of a password MUST be kept, logged, or be in a message.
 * </ol>
 */
public interface RealmProvider extends AutoCloseable {
    /**
     * The user of that name.
     *
     * @param user prepared by SASLprep, 1 to 200 characters
     * @throws ProviderAwayException when it cannot be told whether there is one
     */
    Optional<Account> find(String user) throws ProviderAwayException;

    /** Returns whether passwords are checked against verifiers that are read, so that a failed login costs one slow hash. */
    boolean keepsVerifiers();

    /**
     * Does what checking a password costs besides hashing, for a user that there is not.
     *
     * @param password neither kept nor changed
     */
    default void pretend(char[] password) {}

    /**
     * Looks whether users could be asked for.
     *
     * @throws ProviderAwayException when they could not; the message says why
     */
    default void probe() throws ProviderAwayException {}

    /** Says that users have just been changed. */
    default void refresh() {}

    /** Changes users, where the provider lets the server do that; empty where somebody else keeps them. */
    default Optional<UserEditor> editor() {
        return Optional.empty();
    }

    /** Releases everything. */
    @Override
    default void close() {}
}
