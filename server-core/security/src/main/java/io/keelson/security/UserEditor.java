package io.keelson.security;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Changes the users of one place. Thread-safe. Passwords are neither kept nor changed. */
public interface UserEditor {
    /**
     * A user as an operator sees it.
     *
     * @param name the name
     * @param groups the groups, in order
     */
    record User(String name, List<String> groups) {
        public User {
            groups = List.copyOf(groups);
        }
    }

    /** Users that are elsewhere could not be reached, so nothing was changed. The message says what was tried on what. */
    final class AwayException extends IOException {
        private static final long serialVersionUID = 1;

        public AwayException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The users in the order of their names.
     *
     * @throws IOException when they cannot be read; the message says why
     */
    List<User> users() throws IOException;

    /**
     * Adds a user, or sets the password and groups of one that is there.
     *
     * @return whether the user is new
     * @throws IllegalArgumentException when name, groups or password cannot be used; the message says why
     * @throws IOException when that cannot be written
     */
    boolean put(String user, char[] password, Collection<String> groups) throws IOException;

    /** Changes the password of a user and keeps the groups. Returns whether there is such a user. Throws as {@link #put}. */
    boolean password(String user, char[] password) throws IOException;

    /** Changes the groups of a user and keeps the password. Returns whether there is such a user. Throws as {@link #put}. */
    boolean groups(String user, Collection<String> groups) throws IOException;

    /** Removes a user. Returns whether there was one. Throws as {@link #put}. */
    boolean remove(String user) throws IOException;
}
