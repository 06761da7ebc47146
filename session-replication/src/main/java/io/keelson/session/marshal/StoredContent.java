package io.keelson.session.marshal;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.kernel.spi.session.SessionSight.Attribute;
import io.keelson.servlet.spi.SessionContents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Content of sessions that are bytes, as management shows it: names, classes and sizes of attributes, and the value of
 * the one that names the session. No object of the application is made of them.
 */
public final class StoredContent {
    private StoredContent() {}

    /** A session that is nowhere in memory as objects. {@code naming} is the attribute that names it; null: none. */
    public static SessionSight.Content of(SessionRecord record, @Nullable String naming) {
        List<Attribute> attributes = new ArrayList<>();
        new TreeMap<>(record.attributes())
                .forEach((name, bytes) ->
                        attributes.add(new Attribute(name, AttributeCodec.type(bytes), OptionalLong.of(bytes.length))));
        long expires = SessionRecord.expires(record.accessed(), record.timeoutSeconds());
        return new SessionSight.Content(
                name(record.attributes(), naming),
                SessionContents.time(record.created()),
                SessionContents.time(record.accessed()),
                expires == Long.MAX_VALUE ? Optional.empty() : SessionContents.time(expires),
                false,
                record.user() != null,
                OptionalLong.of(bytes(record.attributes())),
                attributes);
    }

    /** Returns what names a session of these attributes; empty where nothing does. */
    public static Optional<String> name(Map<String, byte[]> attributes, @Nullable String naming) {
        byte[] bytes = naming == null ? null : attributes.get(naming);
        return bytes == null ? Optional.empty() : SessionContents.name(AttributeCodec.plain(bytes));
    }

    /** Returns how many bytes the attributes are, each. */
    public static Map<String, Integer> sizes(Map<String, byte[]> attributes) {
        Map<String, Integer> sizes = new HashMap<>();
        attributes.forEach((name, bytes) -> sizes.put(name, bytes.length));
        return sizes;
    }

    /** Returns how many bytes they are together. */
    public static long bytes(Map<String, byte[]> attributes) {
        return attributes.values().stream().mapToLong(bytes -> bytes.length).sum();
    }
}
