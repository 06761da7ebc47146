package io.keelson.cache.infinispan;

import java.security.Principal;
import java.util.Set;
import org.infinispan.security.PrincipalRoleMapper;

/** A principal of somebody who logged in is the role itself: {@link HotRodFront} makes one for each role. Immutable. */
final class GrantRoles implements PrincipalRoleMapper {
    @Override
    public Set<String> principalToRoles(Principal principal) {
        return principal instanceof ServerSubject.Named named ? Set.of(named.name()) : Set.of();
    }
}
