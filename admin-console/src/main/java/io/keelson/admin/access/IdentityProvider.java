package io.keelson.admin.access;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody else who knows users and has them log in at their own pages (OpenID Connect Core 1.0, 3.1). Thread-safe; methods but
 * {@link #end} ask the provider and block for a bounded time.
 */
public interface IdentityProvider {
    /**
     * Values that tie the beginning of a login to its end. None of it is used twice.
     *
     * @param state comes back with the browser
     * @param nonce comes back within the token
     * @param verifier shows that who takes the token is who began (RFC 7636)
     * @param back where the browser is sent to
     */
    record Flow(String state, String nonce, String verifier, URI back) {}

    /**
     * User who has logged in, as the provider says.
     *
     * @param user the name
     * @param groups the groups, as the provider calls them
     * @param token what the provider takes as a hint for the logout; not for anybody else
     */
    record Identity(String user, Set<String> groups, String token) {
        public Identity {
            groups = Set.copyOf(groups);
        }

        /** Without the token. */
        @Override
        public String toString() {
            return "identity of " + user + " in " + groups;
        }
    }

    /**
     * Returns the address to which the browser goes to log in.
     *
     * @throws IdentityException when the provider cannot be asked
     */
    URI begin(Flow flow) throws IdentityException;

    /**
     * Returns who has logged in, once the browser has come back.
     *
     * @param code what the browser brought
     * @throws IdentityException when the provider cannot be asked, does not take the code, or gives a token that is not good
     */
    Identity finish(Flow flow, String code) throws IdentityException;

    /** Returns where the browser goes to log out there too; empty where the provider has no such page. Asks nobody. */
    Optional<URI> end(String token, URI back);
}
