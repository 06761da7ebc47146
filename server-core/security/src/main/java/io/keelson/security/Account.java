package io.keelson.security;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A user as a {@link RealmProvider} knows it, at one moment. Immutable. */
public interface Account {
    /** The name as the provider has it: one for all ways to write it, so that failed logins are counted together. */
    String name();

    /** The groups that the provider says the user is in. */
    Set<String> groups();

    /**
     * Returns true if this is the user's password. May be slow, and may ask somebody else.
     *
     * @param password neither empty, nor kept, nor changed
     * @throws ProviderAwayException when that cannot be told now
     */
    boolean matches(char[] password) throws ProviderAwayException;

    /** Returns what a login by SCRAM is checked against; null where the provider has nothing of passwords. */
    @Nullable
    ScramVerifier verifier();

    /** Returns what is kept for DIGEST with that algorithm in the realm of that name; null where nothing is. */
    @Nullable
    String ha1(DigestAlgorithm algorithm, String realm);
}
