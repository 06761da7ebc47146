package io.keelson.jms.client;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of clients: 040150 to 040159. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ClientLog extends BasicLogger {
    ClientLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ClientLog.class, "io.keelson.jms.client");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40150, value = "A listener of a connection of %s has failed")
    @Explained(
            cause = "The application's MessageListener or CompletionListener has thrown an exception.",
            action = "Look at its stack. A message that is acknowledged automatically is delivered again.")
    void listenerFailed(String factory, @Cause Throwable error);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40151, value = "A message could not be delivered to a listener of a connection of %s")
    @Explained(
            cause = "The JMS server refused an acknowledgement, or its store failed.",
            action = "Look at the cause. The message is delivered again when the session or the server starts anew.")
    void deliveryFailed(String factory, @Cause Throwable error);
}
