package io.keelson.cache.infinispan;

import io.keelson.cache.spi.CacheEngine.Grant;
import io.keelson.cache.spi.CacheEngine.Logins;
import io.keelson.cache.spi.CacheEngine.Roles;
import java.security.Principal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.security.auth.Subject;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;
import org.infinispan.server.core.security.sasl.SaslAuthenticator;

/** Lets users of the realm in, with what they may do with each cache. Thread-safe. */
final class RealmAuthenticator implements SaslAuthenticator {
    private final Logins logins;
    private final Roles roles;
    private final Set<String> caches;

    RealmAuthenticator(Logins logins, Roles roles, Set<String> caches) {
        this.logins = logins;
        this.roles = roles;
        this.caches = caches;
    }

    @Override
    public SaslServer createSaslServer(
            String mechanism,
            List<Principal> principals,
            String protocol,
            String serverName,
            Map<String, String> properties)
            throws SaslException {
        if (!mechanism.equals(ScramServer.MECHANISM)) {
            throw new SaslException("the mechanism " + mechanism + " is not offered");
        }
        return new ScramServer(logins, this::subject);
    }

    /** A user as Infinispan sees one: the name, and for each cache the role of what the user may do. */
    private Subject subject(String user, Set<String> groups) {
        Set<Principal> all = new LinkedHashSet<>();
        all.add(new User(user));
        for (String cache : caches) {
            Grant most = roles.grant(cache, user);
            for (String group : groups) {
                Grant grant = roles.grant(cache, group);
                most = grant.compareTo(most) > 0 ? grant : most;
            }
            if (most != Grant.NOTHING) {
                all.add(new ServerSubject.Named(CacheDescriptions.role(cache, most)));
            }
        }
        return new Subject(true, all, Set.of(), Set.of());
    }

    /** User that has logged in. */
    private record User(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }
}
