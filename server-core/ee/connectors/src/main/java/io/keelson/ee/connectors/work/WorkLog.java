package io.keelson.ee.connectors.work;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the work of resource adapters. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface WorkLog extends BasicLogger {
    WorkLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), WorkLog.class, "io.keelson.ee.connectors");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 260010, value = "Work of the resource adapter %s failed")
    @Explained(
            cause = "The run method of a Work threw an exception, and the adapter gave no listener that hears of it.",
            action = "Look at the exception; it comes from the adapter.")
    void failed(String adapter, @Cause Throwable why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 260011, value = "%d pieces of work of the resource adapter %s still run after it was stopped")
    @Explained(
            cause = "Work does not end although its release method was called. Its thread keeps the adapter's classes.",
            action = "Correct release() of the adapter's Work; the thread dump shows where it is.")
    void stillRunning(int pieces, String adapter);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 260012, value = "A listener for the work of the resource adapter %s failed")
    @Explained(
            cause = "A method of a WorkListener threw an exception.",
            action = "Look at the exception; it comes from the adapter.")
    void listenerFailed(String adapter, @Cause Throwable why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 260013,
            value = "The user '%s' of the system behind the resource adapter %s is mapped to none of the server's: work"
                    + " of that user is nobody's")
    @Explained(
            cause = "weblogic-ra.xml says inbound-mapping-required, and maps neither this user nor those who are not"
                    + " named. Said once for each user.",
            action = "Map the user by a caller-principal-mapping, or all others by caller-principal-default-mapped.")
    void unmapped(String user, String adapter);
}
