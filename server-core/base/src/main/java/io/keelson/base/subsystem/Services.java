package io.keelson.base.subsystem;

import java.util.Optional;

/**
 * Registry in which subsystems find the services of others. Thread-safe.
 *
 * <p>The kernel itself provides {@link io.keelson.base.config.Configuration}, {@link io.keelson.base.time.Ticker},
 * {@link io.keelson.base.work.WorkManagers}, {@link ServerIdentity} and its own types (names, say) to every subsystem.
 */
public interface Services {
    /**
     * The service of that type.
     *
     * @throws IllegalStateException when the type is neither one of the kernel's own nor named in the factory's
     *     {@link SubsystemFactory#requires()}
     */
    <T> T get(Class<T> type);

    /**
     * The service of that type where a subsystem of this server provides it.
     *
     * @throws IllegalStateException when the type is named neither in the factory's {@link SubsystemFactory#uses()} nor in
     *     its {@link SubsystemFactory#requires()}
     */
    default <T> Optional<T> find(Class<T> type) {
        return Optional.empty();
    }

    /**
     * Publishes a service for the subsystems that require it.
     *
     * @throws IllegalStateException when the type is not named in {@link SubsystemFactory#provides()}
     */
    <T> void publish(Class<T> type, T service);
}
