package io.keelson.http.internal;

import io.keelson.http.RequestBodyException;

/** Owner of the body that a {@link BodyQueue} holds: a connection (HTTP/1) or a stream (HTTP/2). */
interface BodyOwner {
    /** The first attempt to read the body: tells a client that waits for it to go on. By who reads, on any thread. */
    void bodyWanted();

    /** So many bytes have been taken out, so that the client may send more. By who reads, on any thread. */
    void bodyTaken(int bytes);

    /** Goes on reading after the queue has been emptied. Any thread. */
    void resumeReading();

    /** A body was read that is larger than its limit. By who reads it. */
    void bodyTooLarge(RequestBodyException failure);

    /** Returns whether the calling thread is the loop's, which must not wait. */
    boolean onItsLoop();
}
