package io.keelson.session.marshal;

import io.keelson.kernel.spi.SessionSight;
import io.keelson.kernel.spi.SessionSight.Attribute;
import io.keelson.servlet.spi.SessionContents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What management shows of sessions that are bytes: names, classes and sizes of attributes. No object is made of them. */
public final class StoredContent {
    private StoredContent() {}

    /** A session that is nowhere in memory as objects. */
    public static SessionSight.Content of(SessionRecord record) {
        List<Attribute> attributes = new ArrayList<>();
        new TreeMap<>(record.attributes())
                .forEach((name, bytes) ->
                        attributes.add(new Attribute(name, AttributeCodec.type(bytes), OptionalLong.of(bytes.length))));
        long expires = SessionRecord.expires(record.accessed(), record.timeoutSeconds());
        return new SessionSight.Content(
                SessionContents.time(record.created()),
                SessionContents.time(record.accessed()),
                expires == Long.MAX_VALUE ? Optional.empty() : SessionContents.time(expires),
                false,
                record.user() != null,
                OptionalLong.of(bytes(record.attributes())),
                attributes);
    }

    /** How many bytes the attributes are, each. */
    public static Map<String, Integer> sizes(Map<String, byte[]> attributes) {
        Map<String, Integer> sizes = new HashMap<>();
        attributes.forEach((name, bytes) -> sizes.put(name, bytes.length));
        return sizes;
    }

    /** How many bytes they are together. */
    public static long bytes(Map<String, byte[]> attributes) {
        return attributes.values().stream().mapToLong(bytes -> bytes.length).sum();
    }
}
