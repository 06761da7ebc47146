package io.keelson.base.log;

import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the log itself: 000100 to 000199. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface BaseLog extends BasicLogger {
    BaseLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), BaseLog.class, "io.keelson.base.log");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101, value = "%d log records were dropped because the log could not be written fast enough")
    @Explained(
            cause = "The log's queue was full: its disk is slow or full. Requests are never made to wait for the log.",
            action = "Look at the disk, or log less.")
    void recordsDropped(long count);
}
