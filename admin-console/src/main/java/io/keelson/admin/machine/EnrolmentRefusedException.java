package io.keelson.admin.machine;

/** Somebody asks for something about a machine that is not given; the message is for who asks. */
public final class EnrolmentRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean forbidden;

    /** @param forbidden whether it is a matter of rights, and not of the request or the state */
    EnrolmentRefusedException(boolean forbidden, String message) {
        super(message);
        this.forbidden = forbidden;
    }

    /** Returns whether it is a matter of rights. */
    public boolean forbidden() {
        return forbidden;
    }
}
