package io.keelson.servlet.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code persistent-store-type}: where the sessions of an application are kept. See docs/design/sessions.md.
 *
 * <p>Specification: weblogic.xml, session-descriptor.
 */
public enum StoreType {
    /** In this server's memory only. */
    MEMORY,
    /** In memory, with a copy in that of another server, which has it before the response is complete. */
    REPLICATED,
    /** {@link #REPLICATED} on a server of a cluster, {@link #MEMORY} on another. */
    REPLICATED_IF_CLUSTERED,
    /** In memory, with a copy in that of another server, which has it soon after. */
    ASYNC_REPLICATED,
    /** {@link #ASYNC_REPLICATED} on a server of a cluster, {@link #MEMORY} on another. */
    ASYNC_REPLICATED_IF_CLUSTERED,
    /** Files of this server. */
    FILE,
    /** Rows of a database. */
    JDBC,
    /** Rows of a database, written soon after the response. */
    ASYNC_JDBC,
    /** The client keeps them. */
    COOKIE,
    /** A data grid. */
    CACHE;

    /** Name in a descriptor: {@code async-jdbc}. */
    public String text() {
        return this == REPLICATED_IF_CLUSTERED
                ? "replicated_if_clustered"
                : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The type that a descriptor names; hyphens and underscores are alike, as descriptors have both. */
    public static Optional<StoreType> of(String text) {
        String name = text.strip().toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
    }

    /** All of them, for messages. */
    public static String all() {
        return Arrays.stream(values()).map(StoreType::text).collect(Collectors.joining(", "));
    }

    /** Returns what it comes to on a server. */
    public StoreType on(boolean clustered) {
        return switch (this) {
            case REPLICATED_IF_CLUSTERED -> clustered ? REPLICATED : MEMORY;
            case ASYNC_REPLICATED_IF_CLUSTERED -> clustered ? ASYNC_REPLICATED : MEMORY;
            case MEMORY, REPLICATED, ASYNC_REPLICATED, FILE, JDBC, ASYNC_JDBC, COOKIE, CACHE -> this;
        };
    }
}
