package io.keelson.cache;

import io.keelson.cache.access.CacheRoles;
import io.keelson.cache.access.OpenCaches;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.GridSettings;
import io.keelson.cache.spi.CacheAwayException;
import io.keelson.cache.spi.CacheCounts;
import io.keelson.cache.spi.CacheEngine.Node;
import io.keelson.cache.spi.EntryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The caches of this server, for management and applications. A service of the subsystem {@code caches}. Thread-safe. */
public final class Caches implements OpenCaches {
    private final Map<String, CacheSettings> settings;
    private final GridSettings grid;
    private final CacheRoles roles;
    private final @Nullable Node node;

    /** @param node null: this server has no caches */
    Caches(Map<String, CacheSettings> settings, GridSettings grid, @Nullable Node node) {
        this.settings = settings;
        this.grid = grid;
        this.roles = new CacheRoles(settings);
        this.node = node;
    }

    @Override
    public Map<String, CacheSettings> settings() {
        return node == null ? Map.of() : settings;
    }

    @Override
    public GridSettings grid() {
        return grid;
    }

    @Override
    public CacheRoles roles() {
        return roles;
    }

    @Override
    public @Nullable EntryStore store(String cache) {
        Node open = node;
        return open == null || !settings.containsKey(cache) ? null : open.store(cache);
    }

    /** Returns a cache as applications have it; null where this server has none of that name. */
    public @Nullable AtomicCache named(String cache) {
        EntryStore store = store(cache);
        CacheSettings described = settings.get(cache);
        return store == null || described == null ? null : new NamedCache(cache, this, store, described.values());
    }

    /** Waits for an operation, but for the time that operations have. Waits before for the caches to be opened. */
    <T extends @Nullable Object> T await(String cache, java.util.function.Supplier<CompletionStage<T>> operation) {
        Node open = node;
        Duration longest = grid.requestTimeout();
        if (open != null && !open.ready()) {
            open.awaitReady(longest);
        }
        try {
            return operation.get().toCompletableFuture().get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CacheAwayException away) {
                throw new CacheAwayException(message(away), away.getCause());
            }
            throw new CacheAwayException("the cache " + cache + " failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new CacheAwayException("the cache " + cache + " did not answer within " + longest, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CacheAwayException("the wait for the cache " + cache + " was interrupted", e);
        }
    }

    private static String message(CacheAwayException away) {
        String message = away.getMessage();
        return message == null ? "the cache cannot be used now" : message;
    }

    /** Returns what management shows. */
    List<CacheRuntime> state() {
        List<CacheRuntime> all = new ArrayList<>();
        Node open = node;
        if (open != null) {
            settings.forEach((name, described) ->
                    all.add(state(name, described, open, open.store(name).counts())));
        }
        return all;
    }

    private static CacheRuntime state(String name, CacheSettings described, Node node, CacheCounts counts) {
        boolean ready = node.ready();
        String opening = node.failedStarts() > 0 ? "failing" : "opening";
        long reads = counts.hits() + counts.misses();
        return new CacheRuntime(
                name,
                described.mode().name().toLowerCase(Locale.ROOT),
                ready && counts.available() ? "available" : ready ? "degraded" : opening,
                described.owners(),
                counts.members(),
                counts.entries(),
                counts.owned(),
                counts.memoryBytes(),
                counts.hits(),
                counts.misses(),
                reads == 0 ? 0 : 100.0 * counts.hits() / reads,
                counts.stores(),
                counts.removals(),
                counts.evictions(),
                node.failedStarts(),
                node.failure());
    }
}
