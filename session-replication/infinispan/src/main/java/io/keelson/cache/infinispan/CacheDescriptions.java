package io.keelson.cache.infinispan;

import io.keelson.base.config.DataSize;
import io.keelson.cache.config.CacheMode;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.Persistence;
import io.keelson.cache.config.ValueKind;
import io.keelson.cache.spi.CacheEngine.Grant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.cache.StorageType;
import org.infinispan.conflict.MergePolicy;
import org.infinispan.partitionhandling.PartitionHandling;

/** The caches of the domain as Infinispan is told of them. Immutable. */
final class CacheDescriptions {
    static final int SEGMENTS = 256;
    private static final long TRANSFER_SECONDS = 60;

    private static final MediaType TEXT = MediaType.TEXT_PLAIN;

    private CacheDescriptions() {}

    /**
     * By what it is told a client over Hot Rod makes bytes of its values, and so the same as applications do. Objects are bytes to
     * Infinispan, which converts no serialised objects to bytes.
     */
    private static MediaType type(ValueKind values) {
        return switch (values) {
            case TEXT -> TEXT;
            case BYTES, OBJECTS -> MediaType.APPLICATION_OCTET_STREAM;
        };
    }

    /** Names the role that may do so much with a cache. */
    static String role(String cache, Grant grant) {
        return cache + '\n' + grant;
    }

    /**
     * Describes a cache.
     *
     * @param clustered false where this server is alone, so that the cache is local whatever it says
     * @param files the directory for its files
     */
    static Configuration of(String name, CacheSettings settings, boolean clustered, Duration timeout, Path files) {
        ConfigurationBuilder cache = new ConfigurationBuilder();
        boolean local = !clustered || settings.mode() == CacheMode.LOCAL;
        if (!local) {
            clustered(cache, settings, timeout);
        }
        cache.encoding().key().mediaType(TEXT);
        cache.encoding().value().mediaType(type(settings.values()));
        expiry(cache, settings);
        memory(cache, settings);
        if (settings.persistence() == Persistence.FILES) {
            // Where others have the entries, what a server had before its end is older than what it is told now.
            cache.persistence()
                    .addSoftIndexFileStore()
                    .dataLocation(files.resolve(name).resolve("data").toString())
                    .indexLocation(files.resolve(name).resolve("index").toString())
                    .shared(false)
                    .purgeOnStartup(!local);
        }
        var authorization = cache.security().authorization().enable().role(ServerSubject.NAME);
        for (Grant grant : Grant.values()) {
            if (grant != Grant.NOTHING) {
                authorization.role(role(name, grant));
            }
        }
        cache.statistics().enable();
        return cache.build();
    }

    private static void clustered(ConfigurationBuilder cache, CacheSettings settings, Duration timeout) {
        boolean distributed = settings.mode() == CacheMode.DISTRIBUTED;
        cache.clustering()
                .cacheMode(
                        distributed
                                ? org.infinispan.configuration.cache.CacheMode.DIST_SYNC
                                : org.infinispan.configuration.cache.CacheMode.REPL_SYNC)
                .remoteTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (distributed) {
            cache.clustering().hash().numOwners(settings.owners());
        }
        cache.clustering().hash().numSegments(SEGMENTS);
        cache.clustering()
                .stateTransfer()
                .fetchInMemoryState(true)
                .awaitInitialTransfer(true)
                .timeout(TRANSFER_SECONDS, TimeUnit.SECONDS);
        cache.clustering()
                .partitionHandling()
                .whenSplit(
                        switch (settings.partitionHandling()) {
                            case DENY_READS_AND_WRITES -> PartitionHandling.DENY_READ_WRITES;
                            case ALLOW_READS -> PartitionHandling.ALLOW_READS;
                            case ALLOW_ALL -> PartitionHandling.ALLOW_READ_WRITES;
                        })
                .mergePolicy(MergePolicy.PREFERRED_NON_NULL);
    }

    private static void expiry(ConfigurationBuilder cache, CacheSettings settings) {
        Duration lifespan = settings.lifespan();
        if (lifespan != null) {
            cache.expiration().lifespan(lifespan.toMillis(), TimeUnit.MILLISECONDS);
        }
        Duration maxIdle = settings.maxIdle();
        if (maxIdle != null) {
            cache.expiration().maxIdle(maxIdle.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static void memory(ConfigurationBuilder cache, CacheSettings settings) {
        cache.memory().storage(settings.offHeapEnabled() ? StorageType.OFF_HEAP : StorageType.HEAP);
        DataSize size = settings.maxSize();
        if (settings.maxCount() > 0) {
            cache.memory().maxCount(settings.maxCount());
        } else if (size != null) {
            cache.memory().maxSize(String.valueOf(size.bytes()));
        }
    }
}
