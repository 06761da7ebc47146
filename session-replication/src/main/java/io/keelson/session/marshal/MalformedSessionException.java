package io.keelson.session.marshal;

import java.io.IOException;

/** Bytes are no session: torn, damaged, or of a version of the format that this server does not know. */
public final class MalformedSessionException extends IOException {
    private static final long serialVersionUID = 1L;

    /** {@code message} says what is wrong with it, as the end of a sentence that begins with what it is. */
    public MalformedSessionException(String message) {
        super(message);
    }
}
