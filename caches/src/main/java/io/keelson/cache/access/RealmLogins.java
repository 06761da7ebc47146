package io.keelson.cache.access;

import io.keelson.cache.spi.CacheEngine.Challenge;
import io.keelson.cache.spi.CacheEngine.Logins;
import io.keelson.cache.spi.CacheEngine.Proof;
import io.keelson.security.Realm;
import io.keelson.security.ScramVerifier;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Logins by SCRAM against the realm. Thread-safe. */
public record RealmLogins(Realm realm) implements Logins {
    @Override
    public Challenge challenge(String user) {
        ScramVerifier verifier = realm.scramVerifier(user);
        return new Challenge(verifier.iterations(), verifier.salt());
    }

    @Override
    public @Nullable Set<String> login(String user, Proof proof) {
        return realm.authenticateByScram(user, verifier -> proof.holds(verifier.storedKey(), verifier.serverKey()))
                .map(caller -> {
                    Set<String> groups = new HashSet<>(caller.groups());
                    groups.addAll(CacheRoles.implied());
                    return groups;
                })
                .orElse(null);
    }
}
