package io.keelson.ee.concurrency.context;

/** Treatment of a type of context when a task runs. */
public enum Treatment {
    CLEARED,
    PROPAGATED,
    UNCHANGED
}
