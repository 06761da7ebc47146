package io.keelson.ee.jcache;

import java.util.Objects;
import java.util.function.Supplier;
import javax.cache.processor.MutableEntry;
import org.jspecify.annotations.Nullable;

/**
 * An entry while a processor of the application works on it. Nothing is changed before the processor has ended. Confined to its thread.
 *
 * <p>Specification: JCache 1.1, 9 Entry Processors.
 */
final class ProcessedEntry<K, V> implements MutableEntry<K, V> {
    /** The effect when the processor has ended. */
    enum Outcome {
        NOTHING,
        READ,
        LOADED,
        PUT,
        REMOVED
    }

    private final K key;
    private final boolean there;
    private final Supplier<@Nullable V> loading;
    private @Nullable V value;
    private Outcome outcome = Outcome.NOTHING;

    /**
     * Makes one.
     *
     * @param value null: there is no entry
     * @param loading loads a value where the cache reads through
     */
    ProcessedEntry(K key, @Nullable V value, Supplier<@Nullable V> loading) {
        this.key = key;
        this.value = value;
        this.there = value != null;
        this.loading = loading;
    }

    Outcome outcome() {
        return outcome;
    }

    @Nullable
    V value() {
        return value;
    }

    @Override
    public boolean exists() {
        return value != null;
    }

    @Override
    public void remove() {
        outcome = outcome == Outcome.LOADED || outcome == Outcome.PUT && !there ? Outcome.NOTHING : Outcome.REMOVED;
        value = null;
    }

    @Override
    public void setValue(V next) {
        value = Objects.requireNonNull(next, "value");
        outcome = Outcome.PUT;
    }

    @Override
    public K getKey() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway") // JCache says null where there is no value
    public @Nullable V getValue() {
        if (outcome == Outcome.NOTHING) {
            if (value != null) {
                outcome = Outcome.READ;
            } else {
                V loaded = loading.get();
                if (loaded != null) {
                    value = loaded;
                    outcome = Outcome.LOADED;
                }
            }
        }
        return value;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new IllegalArgumentException("an entry of a cache is no " + type.getName());
    }
}
