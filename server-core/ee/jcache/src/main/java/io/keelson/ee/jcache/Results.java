package io.keelson.ee.jcache;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import org.jspecify.annotations.Nullable;

/** Results of processors of several entries. */
final class Results {
    private Results() {}

    /** Processes each key; one that gives null has no result. */
    static <K, T> Map<K, EntryProcessorResult<T>> of(Set<? extends K> keys, Function<K, @Nullable T> process) {
        Map<K, EntryProcessorResult<T>> results = new HashMap<>();
        for (K key : keys) {
            try {
                T result = process.apply(key);
                if (result != null) {
                    results.put(key, () -> result);
                }
            } catch (EntryProcessorException e) {
                results.put(key, () -> {
                    throw e;
                });
            } catch (RuntimeException e) {
                results.put(key, () -> {
                    throw new EntryProcessorException(e);
                });
            }
        }
        return results;
    }
}
