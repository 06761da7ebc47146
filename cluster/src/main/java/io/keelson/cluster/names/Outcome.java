package io.keelson.cluster.names;

/** Decision about a change of the tree. The order is part of the wire's format. */
enum Outcome {
    /** Is done, and every member of the view has it. */
    DONE,
    /** The name is bound. */
    BOUND,
    /** The name is a context, or lies below one that is bound. */
    NOT_A_CONTEXT,
    /** The epoch is lower than one that has been seen. */
    STALE,
    /** The existing binding belongs to a lease that the change does not come from. */
    GUARDED
}
