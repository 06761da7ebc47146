package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

/** Makes the providers that the configuration names, in its order. Stateless. */
final class ProviderFactory {
    private ProviderFactory() {}

    /**
     * The providers; asks none of them.
     *
     * @throws IllegalArgumentException when one cannot be made of its settings
     */
    static List<GuardedProvider> of(
            SecuritySettings realm,
            Map<String, RealmProviderSettings> described,
            Path domain,
            Optional<ServerConnections> connections,
            Optional<Parts> parts,
            Ticker ticker) {
        List<GuardedProvider> doors = new ArrayList<>();
        try {
            for (String name : realm.providers()) {
                RealmProviderSettings settings = Objects.requireNonNull(described.get(name), "checked as a reference");
                var wanted = new RealmProviderFactory.Wanted(name, settings, realm, domain, connections, ticker);
                RealmProvider provider = factory(settings.type(), parts)
                        .map(factory -> factory.make(wanted))
                        .orElseGet(() -> new AbsentProvider(settings.type()));
                doors.add(GuardedProvider.of(name, settings, provider, ticker));
            }
            return doors;
        } catch (RuntimeException e) {
            doors.forEach(guarded -> guarded.provider().close());
            throw e;
        }
    }

    /** Here, or in the part that is called as the type; a part is opened only where there is such a provider. */
    private static Optional<RealmProviderFactory> factory(RealmProviderSettings.Type type, Optional<Parts> parts) {
        String part = type.name().toLowerCase(Locale.ROOT);
        ClassLoader own = ProviderFactory.class.getClassLoader();
        ClassLoader loader = parts.filter(all -> all.names().contains(part))
                .map(all -> all.loader(part))
                .orElse(own);
        for (RealmProviderFactory each : ServiceLoader.load(RealmProviderFactory.class, loader)) {
            if (each.type() == type) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
