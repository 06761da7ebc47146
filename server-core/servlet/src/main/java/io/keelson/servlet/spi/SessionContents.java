package io.keelson.servlet.spi;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.kernel.spi.session.SessionSight.Attribute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Content of sessions in memory for {@link SessionSight}: names, classes and sizes. Of values it shows only that of the attribute that
 * names a session.
 */
public final class SessionContents {
    private static final int LONGEST_NAME = 200;

    private SessionContents() {}

    /** A session whose attributes nobody has made bytes of. {@code naming} is the attribute that names it; null: none. */
    public static SessionSight.Content of(SessionState state, @Nullable String naming) {
        return of(state, naming, Map.of(), OptionalLong.empty());
    }

    /**
     * A session of whose attributes some are known as bytes.
     *
     * @param naming the attribute that names it; null: none
     * @param sizes how many bytes they are, by name
     * @param bytes what the session takes as bytes
     */
    public static SessionSight.Content of(
            SessionState state, @Nullable String naming, Map<String, Integer> sizes, OptionalLong bytes) {
        List<Attribute> attributes = new ArrayList<>();
        new TreeMap<>(state.attributes()).forEach((name, value) -> {
            Integer size = sizes.get(name);
            attributes.add(new Attribute(
                    name, value.getClass().getName(), size == null ? OptionalLong.empty() : OptionalLong.of(size)));
        });
        int seconds = state.timeoutSeconds();
        return new SessionSight.Content(
                naming == null ? Optional.empty() : name(state.attributes().get(naming)),
                time(state.created()),
                time(state.thisAccess()),
                seconds <= 0 ? Optional.empty() : time(state.thisAccess() + seconds * 1000L),
                state.inUse(),
                state.login().login() != null,
                bytes,
                attributes);
    }

    /**
     * A value as the name of its session: text, numbers and truth values, which have the same form in all stores; of others nothing, as
     * their own code would say it. Cut after 200 characters.
     */
    public static Optional<String> name(@Nullable Object value) {
        boolean plain = value instanceof String
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Boolean;
        return value != null && plain
                ? Optional.of(value.toString()).map(text -> text.substring(0, Math.min(LONGEST_NAME, text.length())))
                : Optional.empty();
    }

    /** A time in milliseconds since the epoch as it is shown. */
    public static Optional<String> time(long millis) {
        return Optional.of(text(millis));
    }

    /** Does the same as {@link #time}, where there is one always. */
    public static String text(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
