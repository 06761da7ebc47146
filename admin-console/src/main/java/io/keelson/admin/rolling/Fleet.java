package io.keelson.admin.rolling;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers of a cluster, as a rolling restart sees and orders them. */
interface Fleet {
    /**
     * What there is of a server.
     *
     * @param state its state
     * @param pid its process; null where there is none
     * @param why what the node manager says of it; empty where there is nothing to say
     */
    record Presence(String state, @Nullable Long pid, String why) {
        /** Returns whether nobody will start it by himself. */
        boolean givenUp() {
            return state.equals("FAILED_NOT_RESTARTABLE");
        }
    }

    /**
     * What there is of a server now.
     *
     * @throws IOException when the node manager does not say
     */
    Presence presence(String server) throws IOException;

    /**
     * Why not all of these servers are ready for one of them to go: each RUNNING, each in the view of each, and no session without a
     * copy; and known as ready to the domain's load balancers. Empty when they are.
     */
    Optional<String> unready(List<String> servers);

    /**
     * Orders the orderly end of a server.
     *
     * @throws IOException when that cannot be ordered
     */
    void stop(String server) throws IOException;

    /** The version that comes by a rolling redeployment, and where it is. */
    default Release release() {
        return Release.NONE;
    }

    /**
     * Orders the start of a server.
     *
     * @throws IOException when that cannot be ordered
     */
    void start(String server) throws IOException;
}
