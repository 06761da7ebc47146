package io.keelson.cluster.lease;

import java.io.IOException;
import java.util.Optional;

/** Store of the id under which a server votes, beside its log. Used by one thread. */
public interface VoterIdentity {
    /** The id; empty when there is none, or no log belongs to it any more. */
    Optional<String> read() throws IOException;

    /** Keeps another id, durably, and clears what was left of the log of an earlier one. */
    void write(String voter) throws IOException;

    /** Notes, durably, that the vote was given up, and clears id and log. */
    void retire() throws IOException;

    /** Returns whether a vote was ever given up here: then there is, or was, a group, and this server must not begin one. */
    boolean retired() throws IOException;
}
