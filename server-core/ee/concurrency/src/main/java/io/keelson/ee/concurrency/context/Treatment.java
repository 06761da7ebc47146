package io.keelson.ee.concurrency.context;

/** What happens to a type of context when a task runs. */
public enum Treatment {
    CLEARED,
    PROPAGATED,
    UNCHANGED
}
