package io.keelson.kernel.lifecycle;

/** State of a server in its life. */
public enum ServerState {
    /** Subsystems take their resources. */
    STARTING,
    /** All subsystems have started; none is reachable. */
    STANDBY,
    /** Reachable for administration; applications are deployed, or their doors were closed by a suspend. */
    ADMIN,
    /** Lets work in. */
    RUNNING,
    /** Lets no new work in and waits for what is in flight. */
    SUSPENDING,
    /** Subsystems release their resources. */
    SHUTTING_DOWN,
    /** The end of an orderly life. */
    SHUTDOWN,
    /** The end of a server that could not start, or that gave up. */
    FAILED;

    /** Returns whether nothing comes after this state. */
    public boolean isEnd() {
        return this == SHUTDOWN || this == FAILED;
    }
}
