package io.keelson.jms.ra;

/** Makes the connections of a factory of the legacy interface for topics. */
public final class ManagedTopicFactory extends ManagedFactory {
    private static final long serialVersionUID = 1L;
}
