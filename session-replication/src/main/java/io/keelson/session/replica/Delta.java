package io.keelson.session.replica;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Changes of requests. Immutable.
 *
 * @param about times and login, whole
 * @param attributes the new values of what was set; null for what was removed
 */
public record Delta(byte[] about, Map<String, byte @Nullable []> attributes) {
    public Delta {
        attributes = Collections.unmodifiableMap(new HashMap<>(attributes));
    }

    /** Returns what it changes, but none of it. */
    @Override
    public String toString() {
        return "Delta" + new TreeSet<>(attributes.keySet());
    }

    /** Returns how many bytes it has. */
    public long size() {
        long size = about.length;
        for (Map.Entry<String, byte @Nullable []> entry : attributes.entrySet()) {
            byte[] value = entry.getValue();
            size += entry.getKey().length() + (value == null ? 0 : value.length);
        }
        return size;
    }

    /** This and then another. */
    Delta then(@Nullable Delta next) {
        if (next == null) {
            return this;
        }
        Map<String, byte @Nullable []> both = new HashMap<>(attributes);
        both.putAll(next.attributes);
        return new Delta(next.about, both);
    }
}
