package io.keelson.jms.ra;

/** Makes the connections of a factory of the legacy interface for queues. */
public final class ManagedQueueFactory extends ManagedFactory {
    private static final long serialVersionUID = 1L;
}
