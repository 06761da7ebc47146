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
    @Message(id = 101, value = "%d records of the %s log were dropped because it could not be written fast enough")
    @Explained(
            cause =
                    "The log's queue was full: its disk is slow or full, or nobody reads the console. Requests are never"
                            + " made to wait for the log.",
            action = "Look at the disk, log less, or set a longer queue-length.")
    void recordsDropped(long count, String log);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 102, value = "The %s log cannot be written: %s (attempt %d; tried again every second)")
    @Explained(
            cause =
                    "The file system is full, read-only or gone, or the server may not write there. The server works on;"
                            + " records wait in a queue and are dropped when it is full.",
            action = "Make room or repair the disk; writing resumes by itself.")
    void notWritten(String log, String cause, long attempts);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 103, value = "The %s log is written again")
    @Explained(cause = "What KLS-000102 reported is over.", action = "None.")
    void writtenAgain(String log);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 104, value = "The %s log could not begin a new file and grows on: %s")
    @Explained(
            cause = "An older file could not be renamed or deleted.",
            action = "Check the permissions of the log's directory.")
    void notRotated(String log, String cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 105, value = "java.util.logging is managed by %s, so what logs there does not reach the server's log")
    @Explained(
            cause = "Something used java.util.logging before the server could set its log manager.",
            action =
                    "Start Java with -Djava.util.logging.manager=org.jboss.logmanager.LogManager, as bin/keelson does.")
    void foreignLogManager(String manager);
}
