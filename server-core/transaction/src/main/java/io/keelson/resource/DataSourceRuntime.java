package io.keelson.resource;

import io.keelson.base.measure.Described;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Figures of a data source at this moment, for management. */
public record DataSourceRuntime(
        @Described("The name of the data source.") String name,
        @Described("Where it is bound.") List<String> jndiNames,

        @Described("The application that defines it; null: the domain.") @Nullable
        String application,

        @Described("What the data source does.") State state,

        @Described("What it connects to, without what follows ? or ;.")
        String url,

        @Described("Connections in use.") int active,
        @Described("Connections that wait for use.") int idle,
        @Described("Threads that wait for a connection.") int waiting,
        @Described("Connections at most.") int maximum,

        @Described("Connections in use of pools that the configuration has replaced or removed.")
        int draining,

        @Described(value = "Connections made since the start.", grows = true)
        long created,

        @Described(value = "Connections closed since the start.", grows = true)
        long destroyed,

        @Described(value = "Attempts to connect that have failed.", grows = true)
        long failures,

        @Described(value = "How often nobody gave a connection back in time.", grows = true)
        long timeouts,

        @Described(value = "Connections that were reported as held for too long.", grows = true)
        long leaks,

        @Described("Why the last attempt to connect failed.") @Nullable
        String lastFailure) {
    /** State of a data source. */
    public enum State {
        /** Nobody has used it yet. */
        IDLE,
        /** Gives out connections. */
        RUNNING,
        /** Its database could not be reached; it tries again. */
        UNREACHABLE,
        /** Cannot be made as it is described: there is no such driver. */
        BROKEN,
        /** Gives out no connections; those in use may end. */
        SUSPENDED,
        /** Is not in the configuration any more; those in use may end. */
        DRAINING,
        /** Is over. */
        CLOSED
    }
}
