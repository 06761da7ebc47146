package io.keelson.cluster.internal.raft;

/** Effect of an entry of the log, apart from changes of the voters, which are MicroRaft's own. */
sealed interface Operation {
    /** Something for the state behind the log. The bytes are not changed by anybody. */
    record Change(byte[] bytes) implements Operation {}

    /** A question to the state; never in the log. */
    record Question(byte[] bytes) implements Operation {}

    /** A leader has been elected: its first entry, which commits those of its predecessors. */
    enum NewTerm implements Operation {
        INSTANCE
    }

    /** A piece of a snapshot. */
    record Piece(byte[] bytes) implements Operation {}
}
