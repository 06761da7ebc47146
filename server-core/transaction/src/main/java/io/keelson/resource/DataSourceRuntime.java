package io.keelson.resource;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a data source does now, for management.
 *
 * @param name its name
 * @param jndiNames where it is bound
 * @param application the application that defines it; null: the domain
 * @param state what it does
 * @param url what it connects to, without what follows {@code ?} or {@code ;}
 * @param active connections in use
 * @param idle connections that wait for use
 * @param waiting threads that wait for a connection
 * @param maximum connections at most
 * @param created connections made since the start
 * @param destroyed connections closed since the start
 * @param failures attempts to connect that have failed
 * @param timeouts how often nobody gave a connection back in time
 * @param leaks connections that were reported as held for too long
 * @param lastFailure why the last attempt to connect failed
 */
public record DataSourceRuntime(
        String name,
        List<String> jndiNames,
        @Nullable String application,
        State state,
        String url,
        int active,
        int idle,
        int waiting,
        int maximum,
        long created,
        long destroyed,
        long failures,
        long timeouts,
        long leaks,
        @Nullable String lastFailure) {
    /** What a data source does. */
    public enum State {
        /** Nobody has used it yet. */
        IDLE,
        /** Gives out connections. */
        RUNNING,
        /** Its database could not be reached; it tries again. */
        UNREACHABLE,
        /** It cannot be made as it is described: there is no such driver. */
        BROKEN,
        /** Gives out no connections; those in use may end. */
        SUSPENDED,
        /** Is over. */
        CLOSED
    }
}
