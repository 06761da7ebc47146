package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import java.util.Optional;

/** Knows nobody. */
final class NobodysRealm implements Realm {
    @Override
    public String name() {
        return "empty";
    }

    @Override
    public Optional<Caller> authenticate(String user, char[] password) {
        return Optional.empty();
    }

    @Override
    public Optional<Caller> find(String user) {
        return Optional.empty();
    }
}
