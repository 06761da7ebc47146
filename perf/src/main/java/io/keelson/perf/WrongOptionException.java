package io.keelson.perf;

/** A study was called with an option, or a value of one, that it does not have; the message says which. */
final class WrongOptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    WrongOptionException(String message) {
        super(message);
    }
}
