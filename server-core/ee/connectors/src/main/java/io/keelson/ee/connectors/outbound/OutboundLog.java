package io.keelson.ee.connectors.outbound;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the connections of resource adapters. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface OutboundLog extends BasicLogger {
    OutboundLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), OutboundLog.class, "io.keelson.ee.connectors");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 260000,
            value = "A connection of %s does not take part in the transaction that began while it was open: %s")
    @Explained(
            cause = "The application opened a connection of a resource adapter, then began a transaction, which the"
                    + " connection could not join.",
            action = "Look at the reason. Open the connection within the transaction.")
    void notJoined(String factory, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 260001, value = "A connection of %s could not be cleaned or closed")
    @Explained(
            cause = "The resource adapter threw an exception while a connection went back to its pool or was closed.",
            action = "Look at the exception; it comes from the adapter. The connection is not used again.")
    void notClosed(String factory, @Cause Throwable why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 260002, value = "%d connections of %s were still in use when the adapter ended; they were closed")
    @Explained(
            cause =
                    "Applications did not close connections of the resource adapter, or use them while it is undeployed.",
            action = "Close connections in a finally block; undeploy the applications that use the adapter first.")
    void stillUsed(int connections, String factory);
}
