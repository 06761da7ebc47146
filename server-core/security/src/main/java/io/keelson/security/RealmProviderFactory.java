package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.nio.file.Path;
import java.util.Optional;

/** Makes the providers of one type. Found by {@link java.util.ServiceLoader}, where the type is a part's by its loader. */
public interface RealmProviderFactory {
    /** The type that it makes. */
    RealmProviderSettings.Type type();

    /**
     * Makes a provider; asks nobody yet, and does not fail because somebody is away.
     *
     * @throws IllegalArgumentException when what the settings say cannot be used; the message names the setting
     */
    RealmProvider make(Wanted wanted);

    /**
     * Settings and services of the provider that is to be made.
     *
     * @param name the provider's name in the configuration
     * @param settings what the configuration says of it
     * @param realm what it says of the realm
     * @param domain the domain's directory, against which files are resolved
     * @param connections to the data sources of the server; empty where it has none
     */
    record Wanted(
            String name,
            RealmProviderSettings settings,
            SecuritySettings realm,
            Path domain,
            Optional<ServerConnections> connections,
            Ticker ticker) {}
}
