package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.ServerConnections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

/** Makes the providers that the configuration names, in its order. Stateless. */
final class RealmDoors {
    private RealmDoors() {}

    /**
     * The providers; asks none of them.
     *
     * @throws IllegalArgumentException when one cannot be made of its settings
     */
    static List<ProviderDoor> of(
            SecuritySettings realm,
            Map<String, RealmProviderSettings> described,
            Path domain,
            Optional<ServerConnections> connections,
            Ticker ticker) {
        List<ProviderDoor> doors = new ArrayList<>();
        try {
            for (String name : realm.providers()) {
                RealmProviderSettings settings = Objects.requireNonNull(described.get(name), "checked as a reference");
                RealmProvider provider = factory(settings.type())
                        .make(new RealmProviderFactory.Wanted(name, settings, realm, domain, connections, ticker));
                doors.add(ProviderDoor.of(name, settings, provider, ticker));
            }
            return doors;
        } catch (RuntimeException e) {
            doors.forEach(door -> door.provider().close());
            throw e;
        }
    }

    private static RealmProviderFactory factory(RealmProviderSettings.Type type) {
        for (RealmProviderFactory each :
                ServiceLoader.load(RealmProviderFactory.class, RealmDoors.class.getClassLoader())) {
            if (each.type() == type) {
                return each;
            }
        }
        throw new IllegalStateException("this server has nothing for realm providers of the type " + type);
    }
}
