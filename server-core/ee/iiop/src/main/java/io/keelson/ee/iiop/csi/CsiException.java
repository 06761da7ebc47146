package io.keelson.ee.iiop.csi;

/** Signals bytes that are not what the specification says. */
public final class CsiException extends Exception {
    private static final long serialVersionUID = 1;

    /** Makes one that says what is wrong. */
    public CsiException(String message) {
        super(message);
    }
}
