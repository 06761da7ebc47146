package io.keelson.kernel.work;

/** Reaction of a server to readers that hang. */
public enum StuckReaderAction {
    /** Nothing but the alarm. */
    ALARM,
    /** Gives up when all of its readers hang: it serves nobody then. */
    FAIL_WHEN_ALL,
    /** Gives up when any of its readers hangs: a part of its clients is not served then. */
    FAIL_WHEN_ANY
}
