package io.keelson.remoting.internal.call;

import io.keelson.remoting.RequestNotSentException;

/** Way to a process. Thread-safe. */
interface Route {
    /**
     * A connection that takes calls; opens one where there is none.
     *
     * @throws RequestNotSentException where there cannot be one
     */
    PeerConnection connection() throws RequestNotSentException;

    /** Returns whether there is one now. */
    boolean connected();

    /** Returns whether a call had better go elsewhere where it can: connecting failed just now, or somebody waits for it. */
    boolean avoided();
}
