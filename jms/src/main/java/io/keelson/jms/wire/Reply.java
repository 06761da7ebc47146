package io.keelson.jms.wire;

import java.util.List;

/** Answer to a request that was done. */
public sealed interface Reply {
    /** Is done. */
    record Done() implements Reply {
        /** The one. */
        public static final Done DONE = new Done();
    }

    /** Messages, as a browser sees them. */
    record Messages(List<Delivery> messages) implements Reply {}

    /** Number that the request asked for. */
    record Number(long number) implements Reply {}

    /** The name of what was made. */
    record Named(String name) implements Reply {}

    /** Branches that are prepared. */
    record Branches(List<BranchId> branches) implements Reply {}
}
