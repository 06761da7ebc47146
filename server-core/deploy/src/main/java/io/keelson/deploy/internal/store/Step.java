package io.keelson.deploy.internal.store;

/**
 * The moments of a deployment at which a test stops a server, to see what the next start makes of it. Production code passes
 * them by.
 */
@FunctionalInterface
public interface Step {
    /** Nothing happens at any of them. */
    Step NONE = at -> {};

    /** Called when that moment has come. What it throws ends the deployment. */
    void reached(At at);

    /** The moments, in their order. */
    enum At {
        CONTENT_CREATED,
        CONTENT_UNPACKED,
        CONTENT_PREPARED,
        CONTENT_SYNCED,
        CONTENT_IN_PLACE,
        PREPARED,
        PREVIOUS_STOPPED,
        STARTED,
        RECORD_WRITTEN,
        COMMITTED,
        PREVIOUS_DELETED,
        FORGOTTEN,
        FORGOTTEN_DELETED
    }
}
