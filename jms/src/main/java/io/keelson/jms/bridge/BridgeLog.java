package io.keelson.jms.bridge;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of bridges: 040190 to 040194. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface BridgeLog extends BasicLogger {
    BridgeLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), BridgeLog.class, "io.keelson.jms.bridge");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40190, value = "The bridge %s takes messages from %s to %s")
    @Explained(cause = "This server runs the bridge, and both of its ends answer.", action = "None.")
    void running(String bridge, String source, String target);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40191, value = "The bridge %s from %s to %s has failed and is tried again: %s")
    @Explained(
            cause = "One of its ends does not answer, refuses the connection, or does not take a message.",
            action =
                    "Look at the reason. Messages stay at the source meanwhile. The message comes once until the bridge works again.")
    void failed(String bridge, String source, String target, String why, @Cause Throwable error);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40192, value = "The bridge %s is stopped here")
    @Explained(
            cause = "It was stopped by an operator, by a change of the configuration, or another server runs it.",
            action = "None.")
    void stopped(String bridge);
}
