package io.keelson.cache;

import io.keelson.api.cache.CacheException;
import io.keelson.cache.config.ValueKind;
import io.keelson.cache.spi.CacheAwayException;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cache as applications have it. Thread-safe. */
final class NamedCache implements AtomicCache {
    private static final int MOST_TRIES = 10_000;

    private final String name;
    private final Caches caches;
    private final EntryStore store;
    private final ValueKind kind;
    private final ValueCodec codec;

    NamedCache(String name, Caches caches, EntryStore store, ValueKind kind) {
        this.name = name;
        this.caches = caches;
        this.store = store;
        this.kind = kind;
        this.codec = new ValueCodec(name, kind);
    }

    @Override
    public String name() {
        return name;
    }

    private <T extends @Nullable Object> T done(Supplier<CompletionStage<T>> operation) {
        try {
            return caches.await(name, operation);
        } catch (CacheAwayException e) {
            throw new CacheException(String.valueOf(e.getMessage()), e);
        }
    }

    private static byte[] key(@Nullable String key) {
        if (key == null || key.isEmpty()) {
            throw new IllegalArgumentException("a key of a cache is text that is not empty");
        }
        return key.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable Object get(String key) {
        byte[] bytes = key(key);
        StoredEntry entry = done(() -> store.get(bytes));
        return entry == null ? null : codec.decode(entry.value().bytes());
    }

    @Override
    public void put(String key, Object value) {
        put(key, StoredValue.of(codec.encode(value)));
    }

    @Override
    public void put(String key, Object value, Duration lifespan) {
        put(key, new StoredValue(codec.encode(value), 0, null, millis(lifespan), -1));
    }

    @Override
    public void put(String key, Object value, Duration lifespan, Duration maxIdle) {
        put(key, new StoredValue(codec.encode(value), 0, null, millis(lifespan), millis(maxIdle)));
    }

    private void put(String key, StoredValue value) {
        byte[] bytes = key(key);
        Boolean unused = done(() -> store.put(bytes, value));
    }

    private static long millis(Duration time) {
        long millis = time.toMillis();
        if (millis < 1) {
            throw new IllegalArgumentException("an entry of a cache lasts at least 1 ms, not " + time);
        }
        return millis;
    }

    private boolean did(String key, Function<byte[], CompletionStage<Boolean>> operation) {
        byte[] bytes = key(key);
        return done(() -> operation.apply(bytes));
    }

    @Override
    public boolean putIfAbsent(String key, Object value) {
        StoredValue next = StoredValue.of(codec.encode(value));
        return did(key, bytes -> store.putIfAbsent(bytes, next));
    }

    @Override
    public boolean replace(String key, Object expected, Object value) {
        byte[] seen = codec.encode(expected);
        StoredValue next = StoredValue.of(codec.encode(value));
        return did(key, bytes -> store.replace(bytes, seen, next));
    }

    @Override
    public boolean remove(String key) {
        return did(key, store::remove);
    }

    @Override
    public boolean remove(String key, Object expected) {
        byte[] seen = codec.encode(expected);
        return did(key, bytes -> store.remove(bytes, seen));
    }

    @Override
    public boolean containsKey(String key) {
        byte[] bytes = key(key);
        return done(() -> store.get(bytes)) != null;
    }

    @Override
    public void clear() {
        Boolean unused = done(store::clear);
    }

    @Override
    public long size() {
        return done(store::size);
    }

    @Override
    public ValueKind kind() {
        return kind;
    }

    @Override
    public <T extends @Nullable Object> T decide(String key, Function<@Nullable Object, Decision<T>> decision) {
        byte[] bytes = key(key);
        for (int tried = 0; tried < MOST_TRIES; tried++) {
            StoredEntry entry = done(() -> store.get(bytes));
            byte[] seen = entry == null ? null : entry.value().bytes();
            Decision<T> decided = decision.apply(seen == null ? null : codec.decode(seen));
            if (carriedOut(bytes, seen, decided)) {
                return decided.result();
            }
        }
        throw new CacheException(
                "the entry '" + key + "' of the cache " + name + " changed " + MOST_TRIES
                        + " times while it was to be changed",
                null);
    }

    private boolean carriedOut(byte[] key, byte @Nullable [] seen, Decision<?> decided) {
        return switch (decided.change()) {
            case NONE -> true;
            case PUT -> {
                StoredValue next = StoredValue.of(codec.encode(decided.value()));
                yield seen == null
                        ? done(() -> store.putIfAbsent(key, next))
                        : done(() -> store.replace(key, seen, next));
            }
            case REMOVE -> seen == null || done(() -> store.remove(key, seen));
        };
    }

    @Override
    public List<String> keys() {
        try {
            return store.keys(Integer.MAX_VALUE).stream()
                    .map(each -> new String(each, StandardCharsets.UTF_8))
                    .toList();
        } catch (CacheAwayException e) {
            throw new CacheException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String toString() {
        return "cache " + name;
    }
}
