package io.keelson.admin.rolling;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers of a cluster, as a rolling restart sees and orders them. */
interface Fleet {
    /**
     * Presence of a server: its state and its process.
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
     * Returns what there is of a server now.
     *
     * @throws IOException when the node manager does not say
     */
    Presence presence(String server) throws IOException;

    /**
     * Returns why not all of these servers are ready for one of them to go; empty when they are. Then each is RUNNING and in the view
     * of each, no session is without a copy, and the domain's load balancers know them as ready.
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
