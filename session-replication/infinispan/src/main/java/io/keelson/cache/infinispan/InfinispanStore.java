package io.keelson.cache.infinispan;

import io.keelson.cache.spi.CacheAwayException;
import io.keelson.cache.spi.CacheCounts;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.infinispan.AdvancedCache;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.container.entries.CacheEntry;
import org.infinispan.container.versioning.NumericVersion;
import org.infinispan.container.versioning.VersionGenerator;
import org.infinispan.context.Flag;
import org.infinispan.distribution.DistributionManager;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.metadata.Metadata;
import org.infinispan.partitionhandling.AvailabilityMode;
import org.infinispan.security.Security;
import org.infinispan.stats.Stats;
import org.jspecify.annotations.Nullable;

/** The entries of a cache of Infinispan. Versions come from where Hot Rod's come from, so that both see the same. Thread-safe. */
final class InfinispanStore implements EntryStore {
    private static final String VERSIONS = "org.infinispan.server.hotrod.versionGenerator";

    private final String name;
    private final AdvancedCache<byte[], byte[]> cache;
    private final AdvancedCache<byte[], byte[]> writing;
    private final VersionGenerator versions;

    /** With a cache that was got as the server. */
    InfinispanStore(String name, AdvancedCache<byte[], byte[]> cache) {
        this.name = name;
        this.cache = bytes(cache.withSubject(ServerSubject.INSTANCE));
        this.writing = this.cache.withFlags(Flag.IGNORE_RETURN_VALUES);
        this.versions = Security.doAs(
                ServerSubject.INSTANCE,
                () -> Objects.requireNonNull(
                        ComponentRegistry.componentOf(cache, VersionGenerator.class, VERSIONS),
                        "Hot Rod's generator of versions"));
    }

    /** The cache as bytes, whatever it says of its keys and values to clients over Hot Rod. */
    @SuppressWarnings("unchecked") // with these types it takes and gives bytes
    private static AdvancedCache<byte[], byte[]> bytes(AdvancedCache<byte[], byte[]> cache) {
        return (AdvancedCache<byte[], byte[]>) (AdvancedCache<?, ?>)
                cache.withMediaType(MediaType.APPLICATION_OCTET_STREAM, MediaType.APPLICATION_OCTET_STREAM);
    }

    AdvancedCache<byte[], byte[]> cache() {
        return cache;
    }

    private Metadata metadata(StoredValue value) {
        String type = value.contentType();
        long version = versions.generateNew() instanceof NumericVersion numeric ? numeric.getVersion() : 0;
        return new ContentMetadata(
                value.lifespanMillis(), value.maxIdleMillis(), version, value.flags(), type == null ? "" : type);
    }

    /** Runs an operation; what fails says which cache it was. */
    private <T, R> CompletionStage<R> stage(
            java.util.function.Supplier<CompletableFuture<T>> operation, Function<T, R> result) {
        CompletableFuture<T> begun;
        try {
            begun = operation.get();
        } catch (RuntimeException e) { // Infinispan declares no other
            return CompletableFuture.failedFuture(away(e));
        }
        return begun.handle((value, failure) -> {
            if (failure != null) {
                throw away(failure);
            }
            return result.apply(value);
        });
    }

    private CacheAwayException away(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return new CacheAwayException("the cache " + name + " cannot be used now: " + cause, cause);
    }

    private static @Nullable StoredEntry entry(@Nullable CacheEntry<byte[], byte[]> entry) {
        if (entry == null || entry.getValue() == null) {
            return null;
        }
        Metadata metadata = entry.getMetadata();
        long version =
                metadata != null && metadata.version() instanceof NumericVersion numeric ? numeric.getVersion() : 0;
        int flags = 0;
        String type = null;
        if (metadata instanceof ContentMetadata content) {
            flags = content.flags();
            type = content.contentType().isEmpty() ? null : content.contentType();
        }
        return new StoredEntry(
                new StoredValue(entry.getValue(), flags, type, entry.getLifespan(), entry.getMaxIdle()), version);
    }

    @Override
    public CompletionStage<@Nullable StoredEntry> get(byte[] key) {
        return stage(() -> cache.getCacheEntryAsync(key), InfinispanStore::entry);
    }

    @Override
    public CompletionStage<Boolean> put(byte[] key, StoredValue value) {
        return stage(() -> writing.putAsync(key, value.bytes(), metadata(value)), before -> true);
    }

    @Override
    public CompletionStage<Boolean> putIfAbsent(byte[] key, StoredValue value) {
        return stage(() -> cache.putIfAbsentAsync(key, value.bytes(), metadata(value)), Objects::isNull);
    }

    @Override
    public CompletionStage<Boolean> replace(byte[] key, StoredValue value) {
        return stage(() -> cache.replaceAsync(key, value.bytes(), metadata(value)), Objects::nonNull);
    }

    @Override
    public CompletionStage<Boolean> replace(byte[] key, byte[] seen, StoredValue value) {
        return stage(() -> cache.replaceAsync(key, seen, value.bytes(), metadata(value)), done -> done);
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key) {
        return stage(() -> cache.removeAsync(key), Objects::nonNull);
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key, byte[] seen) {
        return stage(() -> cache.removeAsync(key, seen), done -> done);
    }

    @Override
    public CompletionStage<Boolean> clear() {
        return stage(cache::clearAsync, nothing -> true);
    }

    @Override
    public CompletionStage<Long> size() {
        return stage(cache::sizeAsync, size -> size);
    }

    @Override
    public List<byte[]> keys(int most) {
        List<byte[]> keys = new ArrayList<>();
        try (var all = cache.keySet().iterator()) {
            while (keys.size() < most && all.hasNext()) {
                keys.add(all.next());
            }
        } catch (RuntimeException e) { // Infinispan declares no other
            throw away(e);
        }
        return keys;
    }

    @Override
    public CacheCounts counts() {
        return Security.doAs(ServerSubject.INSTANCE, this::counted);
    }

    private CacheCounts counted() {
        Stats stats = cache.getStats();
        DistributionManager distribution = cache.getDistributionManager();
        int members = distribution == null
                ? 1
                : distribution.getCacheTopology().getMembers().size();
        return new CacheCounts(
                cache.getDataContainer().sizeIncludingExpired(),
                stats.getApproximateEntriesUnique(),
                stats.getDataMemoryUsed(),
                stats.getHits(),
                stats.getMisses(),
                stats.getStores(),
                stats.getRemoveHits(),
                stats.getEvictions(),
                members,
                cache.getAvailability() == AvailabilityMode.AVAILABLE);
    }
}
