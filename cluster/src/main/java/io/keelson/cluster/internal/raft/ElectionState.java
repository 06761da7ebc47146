package io.keelson.cluster.internal.raft;

import java.util.Set;

/**
 * State of a voter's log that decides who can be elected, and by whom.
 *
 * @param term of the last entry
 * @param index of the last entry
 * @param voters by their ids, as the log says, be it decided or not
 */
public record ElectionState(int term, long index, Set<String> voters) {
    /** Returns whether who stands so may vote for who stands as the other. */
    public boolean isWithin(ElectionState other) {
        return term < other.term || term == other.term && index <= other.index;
    }
}
