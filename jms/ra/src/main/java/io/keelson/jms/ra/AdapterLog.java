package io.keelson.jms.ra;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the resource adapter: 040200 to 040209. Another server's log has them. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface AdapterLog extends BasicLogger {
    AdapterLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), AdapterLog.class, "io.keelson.jms.ra");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40200, value = "Messages of %s are received")
    @Explained(
            cause = "A message-driven bean is connected, for the first time or again after its connection was lost.",
            action = "None.")
    void receiving(String activation);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40201, value = "Messages of %s cannot be received: %s. It is tried again")
    @Explained(
            cause = "No server of the activation's url answers, it refuses the login, or it has no such destination.",
            action = "Look at the cause. Nothing has to be done where the server comes back by itself.")
    void cannotReceive(String activation, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40202, value = "%s has failed for %d messages in a row; the last time: %s")
    @Explained(
            cause = "The message-driven bean throws exceptions, or its transactions are rolled back.",
            action =
                    "Look at the bean. A message goes to the error destination after the redelivery-limit of its queue; "
                            + "until then the pauses between deliveries grow.")
    void messagesFail(String activation, int failures, String last);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40203, value = "The container gives %s no thread: %s. It is tried again")
    @Explained(
            cause = "The work manager of the resource adapter has no free thread.",
            action = "Give its pool more threads, or lower maxSession of the activations.")
    void noThread(String activation, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40204, value = "%s still handles messages after %d s; their connection is closed")
    @Explained(
            cause = "The bean did not return in time while its application was stopped.",
            action = "None: messages without an end are delivered again. Look why the bean takes so long.")
    void stillHandling(String activation, long seconds);
}
