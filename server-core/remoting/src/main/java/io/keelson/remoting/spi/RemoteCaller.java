package io.keelson.remoting.spi;

import java.security.Principal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Caller of an object: the user that has logged in at the connection, or on whose behalf a server of the domain calls. Immutable.
 *
 * @param principal the user; null where nobody has logged in
 * @param groups the groups that the realm says the user is in
 */
public record RemoteCaller(@Nullable Principal principal, Set<String> groups) {
    /** Nobody who has logged in. */
    public static final RemoteCaller ANONYMOUS = new RemoteCaller(null, Set.of());

    public RemoteCaller {
        groups = Set.copyOf(groups);
    }
}
