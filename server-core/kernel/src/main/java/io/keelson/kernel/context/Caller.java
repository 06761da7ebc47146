package io.keelson.kernel.context;

import java.security.Principal;
import java.util.Set;

/**
 * User on whose behalf a call is made. Immutable.
 *
 * @param principal the user
 * @param groups the groups that the realm says the user is in
 */
public record Caller(Principal principal, Set<String> groups) {
    public Caller {
        groups = Set.copyOf(groups);
    }
}
