package io.keelson.base.log;

import java.util.logging.LogRecord;

/** Sees every record as whoever logged it made it; see {@link Logging#tapRecords}. */
@FunctionalInterface
public interface RecordTap {
    /**
     * A record was logged. Runs on the thread that logged, so it must be quick, must not block and must not log.
     *
     * @param record the record; it may refer to objects of an application and must not be kept
     * @param message its message with parameters, without the id of the server's own messages
     */
    void logged(LogRecord record, String message);
}
