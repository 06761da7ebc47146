package io.keelson.servlet.spi;

import io.keelson.kernel.spi.SessionSight;
import io.keelson.kernel.spi.SessionSight.Attribute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What {@link SessionSight} shows of sessions in memory: names, classes and sizes, never values. */
public final class SessionContents {
    private SessionContents() {}

    /** A session whose attributes nobody has made bytes of. */
    public static SessionSight.Content of(SessionState state) {
        return of(state, Map.of(), OptionalLong.empty());
    }

    /**
     * A session of whose attributes some are known as bytes.
     *
     * @param sizes how many bytes they are, by name
     * @param bytes what the session takes as bytes
     */
    public static SessionSight.Content of(SessionState state, Map<String, Integer> sizes, OptionalLong bytes) {
        List<Attribute> attributes = new ArrayList<>();
        new TreeMap<>(state.attributes()).forEach((name, value) -> {
            Integer size = sizes.get(name);
            attributes.add(new Attribute(
                    name, value.getClass().getName(), size == null ? OptionalLong.empty() : OptionalLong.of(size)));
        });
        int seconds = state.timeoutSeconds();
        return new SessionSight.Content(
                time(state.created()),
                time(state.thisAccess()),
                seconds <= 0 ? Optional.empty() : time(state.thisAccess() + seconds * 1000L),
                state.inUse(),
                state.login().login() != null,
                bytes,
                attributes);
    }

    /** A time in milliseconds since the epoch as it is shown. */
    public static Optional<String> time(long millis) {
        return Optional.of(text(millis));
    }

    /** As {@link #time}, where there is one always. */
    public static String text(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
