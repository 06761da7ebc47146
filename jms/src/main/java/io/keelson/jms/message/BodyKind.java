package io.keelson.jms.message;

/** The kind of a message's body (Jakarta Messaging 3.1, 3.11). The order is that of the form in bytes: append only. */
public enum BodyKind {
    /** No body. */
    NONE,
    /** Text in UTF-8. */
    TEXT,
    /** Bytes as they are. */
    BYTES,
    /** Names with typed values. */
    MAP,
    /** A sequence of typed values. */
    STREAM,
    /** A serialised object. */
    OBJECT;

    private static final BodyKind[] ALL = values();

    /**
     * Returns the kind of a number.
     *
     * @throws IllegalArgumentException when there is none
     */
    static BodyKind of(int ordinal) {
        if (ordinal < 0 || ordinal >= ALL.length) {
            throw new IllegalArgumentException("no kind of body has the number " + ordinal);
        }
        return ALL[ordinal];
    }
}
