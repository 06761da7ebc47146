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

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101081,
            value =
                    "The web application at '%s' has changed the attribute '%s' of a session that is not here any more; the change is lost")
    @Explained(
            cause = "A thread or a WebSocket endpoint has kept an HttpSession beyond its request, and the "
                    + "session has left this server's memory since:"
                    + " for its store, for another server, or for the client's cookie. It is said once for each "
                    + "application; the stack says who it was.",
            action =
                    "Let the application keep HttpSession.getAccessor() and change the session in there, or ask a request for its session.")
    void changeLost(String application, String attribute, @Cause Throwable who);
}
