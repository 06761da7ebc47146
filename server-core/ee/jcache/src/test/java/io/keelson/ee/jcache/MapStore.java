package io.keelson.ee.jcache;

import io.keelson.cache.spi.CacheCounts;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Entries in a map. */
final class MapStore implements EntryStore {
    private final Map<ByteBuffer, StoredEntry> entries = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();

    private static ByteBuffer at(byte[] key) {
        return ByteBuffer.wrap(key.clone());
    }

    private StoredEntry next(StoredValue value) {
        return new StoredEntry(value, versions.incrementAndGet());
    }

    private static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }

    @Override
    public CompletionStage<@Nullable StoredEntry> get(byte[] key) {
        return done(entries.get(at(key)));
    }

    @Override
    public CompletionStage<Boolean> put(byte[] key, StoredValue value) {
        entries.put(at(key), next(value));
        return done(true);
    }

    @Override
    public CompletionStage<Boolean> putIfAbsent(byte[] key, StoredValue value) {
        return done(entries.putIfAbsent(at(key), next(value)) == null);
    }

    @Override
    public CompletionStage<Boolean> replace(byte[] key, StoredValue value) {
        return done(entries.replace(at(key), next(value)) != null);
    }

    @Override
    public CompletionStage<Boolean> replace(byte[] key, byte[] seen, StoredValue value) {
        StoredEntry now = entries.get(at(key));
        return done(
                now != null && Arrays.equals(now.value().bytes(), seen) && entries.replace(at(key), now, next(value)));
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key) {
        return done(entries.remove(at(key)) != null);
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key, byte[] seen) {
        StoredEntry now = entries.get(at(key));
        return done(now != null && Arrays.equals(now.value().bytes(), seen) && entries.remove(at(key), now));
    }

    @Override
    public CompletionStage<Boolean> clear() {
        entries.clear();
        return done(true);
    }

    @Override
    public CompletionStage<Long> size() {
        return done((long) entries.size());
    }

    @Override
    public List<byte[]> keys(int most) {
        return entries.keySet().stream().limit(most).map(ByteBuffer::array).toList();
    }

    @Override
    public CacheCounts counts() {
        return new CacheCounts(entries.size(), entries.size(), -1, 0, 0, 0, 0, 0, 1, true);
    }
}
