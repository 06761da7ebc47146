package io.keelson.remoting.internal.wire;

import org.jspecify.annotations.Nullable;

/** The kinds of frames by their number on the wire. Numbers are never used again. */
enum FrameType {
    /** Abilities of a peer; the first frame of each side. */
    HELLO(1),
    /** A step of the authentication. */
    AUTH(2),
    /** The server has let the client in. */
    READY(3),
    /** A request, or a fragment of one. */
    CALL(4),
    /** The answer to a request, or a fragment of one. */
    REPLY(5),
    /** The caller no longer waits. */
    CANCEL(6),
    /** So much more may be sent. */
    CREDIT(7),
    /** A sign of life. */
    BEAT(8),
    /** No more requests are taken, or the connection ends; says why. */
    GOODBYE(9),
    /** A message of a stream between two servers, or a fragment of one. Only where both have the feature. */
    STREAM(10),
    /**
     * Addresses that references to objects may name on this connection; of the server, before READY. Builds that do not know it skip it.
     */
    PEERS(64);

    /** Frames from this number on are skipped by a peer that does not know them. */
    static final int SKIPPABLE = 64;

    private static final FrameType[] BY_NUMBER = new FrameType[65];

    static {
        for (FrameType type : values()) {
            BY_NUMBER[type.number] = type;
        }
    }

    private final int number;

    FrameType(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** The type of that number; null where there is none. */
    static @Nullable FrameType of(int number) {
        return number > 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }

    /** Returns whether it carries a message that may be cut into fragments and counts against the credit. */
    boolean carriesMessage() {
        return this == CALL || this == REPLY || this == STREAM;
    }
}
