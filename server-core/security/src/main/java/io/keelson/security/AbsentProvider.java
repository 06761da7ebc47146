package io.keelson.security;

import java.util.Locale;
import java.util.Optional;

/** A provider of a type that this server has nothing for: a load balancer has no parts. It is away, and stays so. Immutable. */
final class AbsentProvider implements RealmProvider {
    private final String type;

    AbsentProvider(RealmProviderSettings.Type type) {
        this.type = type.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Optional<Account> find(String user) throws ProviderAwayException {
        throw away();
    }

    @Override
    public boolean keepsVerifiers() {
        return false;
    }

    @Override
    public void probe() throws ProviderAwayException {
        throw away();
    }

    private ProviderAwayException away() {
        return new ProviderAwayException("this server has no part for realm providers of the type " + type, null);
    }
}
