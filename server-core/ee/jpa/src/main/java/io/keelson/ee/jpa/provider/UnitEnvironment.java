package io.keelson.ee.jpa.provider;

import io.keelson.ee.jpa.cache.ClusterCaches;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's services that units are built with. Thread-safe.
 *
 * @param transactions of the server
 * @param registry of the server
 * @param beans gives the application's {@code BeanManager}; null where CDI is off or has not started
 * @param validators gives the application's {@code ValidatorFactory}; null where it has none
 * @param caches the second-level caches of the server
 */
public record UnitEnvironment(
        TransactionManager transactions,
        TransactionSynchronizationRegistry registry,
        Supplier<@Nullable Object> beans,
        Supplier<@Nullable Object> validators,
        ClusterCaches caches) {}
