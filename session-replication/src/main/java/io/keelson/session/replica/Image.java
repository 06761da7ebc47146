package io.keelson.session.replica;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A session's content as bytes. Immutable; nobody changes the arrays.
 *
 * @param about times and login
 * @param attributes the attributes by name
 */
public record Image(byte[] about, Map<String, byte[]> attributes) {
    /** The one of a session that nothing has been kept of yet. */
    public static final Image EMPTY = new Image(new byte[0], Map.of());

    public Image {
        attributes = Map.copyOf(attributes);
    }

    /** Returns what it has, but none of it. */
    @Override
    public String toString() {
        return "Image" + new TreeSet<>(attributes.keySet()) + " of " + size() + " bytes";
    }

    /** Returns how many bytes it has. */
    public long size() {
        long size = about.length;
        for (Map.Entry<String, byte[]> entry : attributes.entrySet()) {
            size += entry.getKey().length() + entry.getValue().length;
        }
        return size;
    }

    /** The content after a change. */
    public Image with(Delta delta) {
        if (delta.attributes().isEmpty()) {
            return new Image(delta.about(), attributes);
        }
        Map<String, byte[]> next = new HashMap<>(attributes);
        for (Map.Entry<String, byte @Nullable []> change : delta.attributes().entrySet()) {
            byte[] value = change.getValue();
            if (value == null) {
                next.remove(change.getKey());
            } else {
                next.put(change.getKey(), value);
            }
        }
        return new Image(delta.about(), next);
    }
}
