package io.keelson.cluster.lease;

import java.io.IOException;
import java.util.Optional;

/** Where a server keeps under which id it votes, beside its log. Used by one thread. */
public interface VoterIdentity {
    /** The id; empty when there is none, or no log belongs to it any more. */
    Optional<String> read() throws IOException;

    /** Keeps another id, durably, and clears what was left of the log of an earlier one. */
    void write(String voter) throws IOException;
}
