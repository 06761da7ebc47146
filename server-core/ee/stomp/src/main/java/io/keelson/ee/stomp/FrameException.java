package io.keelson.ee.stomp;

import org.jspecify.annotations.Nullable;

/** A frame of a client that is wrong. Its connection ends. */
final class FrameException extends Exception {
    private static final long serialVersionUID = 1L;

    private final @Nullable String receipt;

    /** With a sentence that says what is wrong. */
    FrameException(String message) {
        this(message, null);
    }

    /** With the receipt that the frame has asked for, too. */
    FrameException(String message, @Nullable String receipt) {
        super(message);
        this.receipt = receipt;
    }

    /** Returns the receipt that the frame has asked for; null: none, or it is not known. */
    @Nullable
    String receipt() {
        return receipt;
    }
}
