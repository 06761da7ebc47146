package io.keelson.cache.infinispan;

import io.keelson.cache.spi.CacheCounts;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The entries of a cache that may not be open yet, or not any more. Thread-safe. */
final class PendingStore implements EntryStore {
    private static final CacheCounts NONE = new CacheCounts(0, 0, -1, 0, 0, 0, 0, 0, 0, false);

    private final String name;
    private final Supplier<@Nullable CachesOfServer> open;

    PendingStore(String name, Supplier<@Nullable CachesOfServer> open) {
        this.name = name;
        this.open = open;
    }

    private <T> CompletionStage<T> with(Function<EntryStore, CompletionStage<T>> operation) {
        CachesOfServer now = open.get();
        return now == null
                ? CompletableFuture.failedFuture(CachesNode.notOpen(name))
                : operation.apply(now.store(name));
    }

    @Override
    public CompletionStage<@Nullable StoredEntry> get(byte[] key) {
        return with(store -> store.get(key));
    }

    @Override
    public CompletionStage<Boolean> put(byte[] key, StoredValue value) {
        return with(store -> store.put(key, value));
    }

    @Override
    public CompletionStage<Boolean> putIfAbsent(byte[] key, StoredValue value) {
        return with(store -> store.putIfAbsent(key, value));
    }

    @Override
    public CompletionStage<Boolean> replace(byte[] key, StoredValue value) {
        return with(store -> store.replace(key, value));
    }

    @Override
    public CompletionStage<Boolean> replace(byte[] key, byte[] seen, StoredValue value) {
        return with(store -> store.replace(key, seen, value));
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key) {
        return with(store -> store.remove(key));
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key, byte[] seen) {
        return with(store -> store.remove(key, seen));
    }

    @Override
    public CompletionStage<Boolean> clear() {
        return with(EntryStore::clear);
    }

    @Override
    public CompletionStage<Long> size() {
        return with(EntryStore::size);
    }

    @Override
    public List<byte[]> keys(int most) {
        CachesOfServer now = open.get();
        if (now == null) {
            throw CachesNode.notOpen(name);
        }
        return now.store(name).keys(most);
    }

    @Override
    public CacheCounts counts() {
        CachesOfServer now = open.get();
        return now == null ? NONE : now.store(name).counts();
    }
}
