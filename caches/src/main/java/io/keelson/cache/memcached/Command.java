package io.keelson.cache.memcached;

import java.util.List;

/** A command of memcached's text protocol, or what is said of a wrong one. Immutable; arrays are never changed. */
sealed interface Command {
    /** Returns true if the client waits for no answer. */
    default boolean silent() {
        return false;
    }

    /**
     * {@code get}, {@code gets}, {@code gat} and {@code gats}.
     *
     * @param unique whether the answer has the number for {@code cas}
     * @param touches whether the entries get another life span
     */
    record Retrieval(boolean unique, boolean touches, long expiry, List<byte[]> keys) implements Command {}

    /** The ways to put a value. */
    enum Way {
        /** In any case. */
        SET,
        /** Stores where there is no entry. */
        ADD,
        /** Stores where there is an entry. */
        REPLACE,
        /** Behind what is there. */
        APPEND,
        /** Before what is there. */
        PREPEND,
        /** Stores where nobody has changed the entry. */
        CAS
    }

    /** A value is put. */
    record Storage(Way way, byte[] key, int flags, long expiry, long unique, byte[] data, boolean silent)
            implements Command {}

    /** An entry is removed. */
    record Delete(byte[] key, boolean silent) implements Command {}

    /** A number is changed. */
    record Counter(boolean up, byte[] key, long delta, boolean silent) implements Command {}

    /** An entry gets another life span. */
    record Touch(byte[] key, long expiry, boolean silent) implements Command {}

    /** All entries are removed. */
    record FlushAll(long delay, boolean silent) implements Command {}

    /** Figures are asked for. */
    record Statistics(String of) implements Command {}

    /** The version is asked for. */
    record Version() implements Command {}

    /** A command without effect here. */
    record Verbosity(boolean silent) implements Command {}

    /** The client goes. */
    record Quit() implements Command {}

    /**
     * Something that is no command.
     *
     * @param answer the line that is answered
     * @param last whether the connection is closed then, as it is not known where the next command begins
     */
    record Wrong(String answer, boolean last, boolean silent) implements Command {}
}
