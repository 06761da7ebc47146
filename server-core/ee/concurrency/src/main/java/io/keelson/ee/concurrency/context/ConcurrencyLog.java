package io.keelson.ee.concurrency.context;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of Jakarta Concurrency. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface ConcurrencyLog extends BasicLogger {
    ConcurrencyLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), ConcurrencyLog.class, "io.keelson.ee.concurrency");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250000, value = "A task that %s gave to a managed executor failed: %s")
    @Explained(
            cause = "The application called execute, or a listener of a task, and what it gave threw an "
                    + "exception. Nobody can ask for the result.",
            action = "Look at the exception; it comes from the application. Use submit where the caller wants to know.")
    void taskFailed(String module, Object task, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250001, value = "%s has ended and %s tasks of its executors still run; they were interrupted")
    @Explained(
            cause = "Tasks or threads of the application do not react to interruption. They go on running its "
                    + "classes, which stay in memory.",
            action = "Have long tasks look at Thread.interrupted(). The names of their threads are in a thread dump.")
    void stillRunning(String module, int tasks);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250002, value = "A task of %s ended with its transaction open; it was rolled back")
    @Explained(
            cause = "A task began a transaction and neither committed it nor rolled it back.",
            action = "Complete the transaction in the task, in a finally block.")
    void transactionLeft(String module);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 250003,
            value = "%s of %s asks for virtual threads, and this JDK has none; it gets threads of the platform")
    @Explained(
            cause =
                    "The definition says virtual = true, and the server runs on a JDK before 21. The specification allows that.",
            action = "Run the server with JDK 21 or newer to have virtual threads.")
    void noVirtualThreads(String name, String module);
}
