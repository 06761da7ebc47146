package io.keelson.session.infinispan;

import io.keelson.session.grid.GridEntry;
import io.keelson.session.marshal.MalformedSessionException;
import java.util.ArrayList;
import java.util.List;
import org.infinispan.commons.marshall.WrappedByteArray;
import org.infinispan.conflict.EntryMergePolicy;
import org.infinispan.container.entries.CacheEntry;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the entry that stays where parts of the grid have come together with different ones: the end of a session,
 * else the entry with the most changes.
 */
final class NewestEntry implements EntryMergePolicy<Object, Object> {
    @Override
    public @Nullable CacheEntry<Object, Object> merge(
            @Nullable CacheEntry<Object, Object> preferred, List<CacheEntry<Object, Object>> others) {
        List<CacheEntry<Object, Object>> all = new ArrayList<>();
        if (preferred != null) {
            all.add(preferred);
        }
        all.addAll(others);
        CacheEntry<Object, Object> best = null;
        long most = Long.MIN_VALUE;
        for (CacheEntry<Object, Object> each : all) {
            if (each != null && each.getValue() != null) {
                long rank = rank(each.getValue());
                if (best == null || rank > most) {
                    best = each;
                    most = rank;
                }
            }
        }
        return best;
    }

    private static long rank(Object value) {
        byte[] bytes = value instanceof WrappedByteArray wrapped
                ? wrapped.getBytes()
                : value instanceof byte[] plain ? plain : new byte[0];
        try {
            GridEntry entry = GridEntry.of(bytes);
            return entry.ended() ? Long.MAX_VALUE : entry.version();
        } catch (MalformedSessionException e) {
            return -1;
        }
    }
}
