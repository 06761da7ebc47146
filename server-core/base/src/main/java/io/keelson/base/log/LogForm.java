package io.keelson.base.log;

/** Form in which a destination of the log is written. */
public enum LogForm {
    /** One readable line a record, stack traces below it. */
    TEXT,
    /** One JSON object a line. */
    JSON,
    /** Not at all; troubles of the log itself are still shown on the console. */
    OFF
}
