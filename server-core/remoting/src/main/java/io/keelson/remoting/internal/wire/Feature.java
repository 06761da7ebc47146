package io.keelson.remoting.internal.wire;

/** Ability that a peer may or may not have within a version. Used where both have it. */
public enum Feature {
    /** Frames of the type CANCEL. */
    CANCEL(0),
    /** A reply may bring the members that an object is found on. */
    MEMBERS(1),
    /** Frames of the type STREAM, between servers of a domain. */
    STREAMS(2),
    /** Frames of the type PEERS come after the handshake as well, when that has changed. */
    LATER_PEERS(3),
    /** A reply may bring what rooms give back beside it. */
    REPLY_CONTEXTS(4);

    static final long ALL = CANCEL.bit() | MEMBERS.bit() | STREAMS.bit() | LATER_PEERS.bit() | REPLY_CONTEXTS.bit();

    private final int position;

    Feature(int position) {
        this.position = position;
    }

    /** Its bit. */
    long bit() {
        return 1L << position;
    }
}
