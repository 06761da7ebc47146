package io.keelson.ee.stomp;

import org.jspecify.annotations.Nullable;

/** A command of a client. */
enum Command {
    CONNECT,
    STOMP,
    SEND,
    SUBSCRIBE,
    UNSUBSCRIBE,
    ACK,
    NACK,
    BEGIN,
    COMMIT,
    ABORT,
    DISCONNECT;

    /** The longest name of a command. */
    static final int LONGEST = 16;

    /** Returns a command by its name; null: there is none. */
    static @Nullable Command of(String name) {
        for (Command each : values()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Returns true for those that open a connection. Their headers have no escapes. */
    boolean connects() {
        return this == CONNECT || this == STOMP;
    }
}
