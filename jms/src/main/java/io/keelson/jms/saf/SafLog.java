package io.keelson.jms.saf;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of agents that store and forward: 040195 to 040199. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface SafLog extends BasicLogger {
    /** The logger. */
    SafLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), SafLog.class, "io.keelson.jms.saf");

    /** An agent has failed. */
    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40195, value = "The messages of the %s cannot be handed over to the remote domain %s now: %s")
    @Explained(
            cause = "The remote domain cannot be reached, refuses the login, or does not take the messages.",
            action = "Look at the reason. Messages wait in the queue, and it is tried again. The message comes "
                    + "once until some have gone through.")
    void failed(String queue, String context, String why);

    /** A message has waited too long. */
    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40196,
            value =
                    "Message %s of the %s has waited for the remote domain %s longer than its time-to-live and is discarded")
    @Explained(
            cause = "The remote domain could not be reached for so long.",
            action = "None, unless such messages are needed: then raise time-to-live, or redirect them.")
    void late(String message, String queue, String context);
}
