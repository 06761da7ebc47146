package io.keelson.servlet.session;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of sessions: 101080 to 101089. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface SessionLog extends BasicLogger {
    SessionLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), SessionLog.class, "io.keelson.servlet.session");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101080, value = "The listener %s failed while a session ended or moved")
    @Explained(
            cause = "The application's listener threw an exception. The session ends or moves all the same.",
            action = "Look at the exception; it comes from the application.")
    void listenerFailed(String listener, @Cause Throwable cause);
}
