package io.keelson.admin.events;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the events: 141060 to 141064. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface EventsLog extends BasicLogger {
    EventsLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), EventsLog.class, "io.keelson.admin.events");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141060, value = "Events could not be sent to those who listen")
    @Explained(
            cause = "An error of the server itself, or of a room that shows its state; the stack trace says where.",
            action = "Report it with the stack trace. The events go on.")
    void failed(@Cause Throwable cause);
}
