package io.keelson.admin.node;

import io.keelson.admin.domain.ServerRecord;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The processes of servers, as a {@link Watch} sees them: the seam between what is decided and the operating system. */
interface ServerProcesses {
    /** A process of a server. */
    interface Running {
        /** Its number. */
        long pid();

        /** Returns what tells it from a later one of the same number; null where the system does not say. */
        @Nullable
        String mark();

        /** Returns whether it is still there. Of a child of ours, false means that it has been reaped. */
        boolean alive();

        /** Returns how it has ended; empty while it is alive, and for one that is no child of ours. */
        OptionalInt exit();

        /** Asks it to end in good order; a second time, to cut off what is in flight. Does nothing when it has ended. */
        void terminate();

        /** Ends it at once. Does nothing when it has ended. */
        void kill();
    }

    /**
     * Starts a server.
     *
     * @param javaOptions more options of its JVM
     * @throws IOException when there can be no such process
     */
    Running launch(String server, String javaOptions) throws IOException;

    /** The process of that number and mark, if it is still there; a stranger that was given the number does not count. */
    Optional<Running> find(long pid, @Nullable String mark);

    /** Returns what the server wrote last about itself. */
    Optional<ServerRecord> said(String server);
}
