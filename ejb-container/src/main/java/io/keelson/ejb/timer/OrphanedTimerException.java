package io.keelson.ejb.timer;

/** A timer is due whose entity object was deleted by others than its bean. */
public final class OrphanedTimerException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes it with the reason why the object cannot be loaded. */
    public OrphanedTimerException(String message, Throwable cause) {
        super(message, cause);
    }
}
