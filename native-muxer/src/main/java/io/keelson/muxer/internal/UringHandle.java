package io.keelson.muxer.internal;

/** A channel whose bytes an io_uring loop moves. All is called on the loop's thread. */
interface UringHandle extends ReadyHandle {
    /** Belongs to a loop from now on, and may give it operations. */
    void begin();

    /**
     * An operation is over, or has a result and goes on. Only writes down what that means: it may be called while the
     * channel is being closed or taken from its loop. What follows from it is done by {@link #react}.
     *
     * @param operation one of those in {@link UringRegistration}
     * @param result what the system call would have returned, or minus the error number
     * @param flags the completion's flags
     */
    void completed(int operation, int result, int flags);

    /** Does what follows from a completion that has been written down. */
    void react(int operation);

    /** Hands on what was received in this turn. */
    void deliver();

    /** The loop is short of memory: what is not wanted now is to stay in the kernel. */
    void tighten();
}
