package io.keelson.session.store;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of stores of sessions: 101065 to 101079. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface StoreLog extends BasicLogger {
    StoreLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), StoreLog.class, "io.keelson.session");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101065,
            value =
                    "application %s: the store of its sessions (%s) cannot be used: %s. Requests go on from memory; what they"
                            + " change is written when it can be")
    @Explained(
            cause =
                    "The disk, the database or the grid that keeps the sessions fails. Sessions that are not in this server's memory are"
                            + " answered with 503 meanwhile. Said once; the store is tried again all the time.",
            action =
                    "Bring it back. Until KLS-101066 a crash of the server loses what runtime/sessions shows as behind.")
    void away(String application, String type, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 101066,
            value = "application %s: the store of its sessions (%s) works again; %s sessions were written")
    @Explained(cause = "What KLS-101065 reported is over, and the store has what it missed.", action = "None.")
    void back(String application, String type, int sessions);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101064, value = "Sessions that wait to be written could not be")
    @Explained(
            cause = "A fault of the server, not of the store. What waits is tried again when its interval has passed.",
            action = "Report it with the exception.")
    void flushFailed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101067,
            value = "application %s: %s sessions could not be written to their store (%s) before it ended: %s")
    @Explained(
            cause =
                    "The application has stopped while the store could not be used. What these sessions had changed since they"
                            + " were last written is lost.",
            action = "Bring the store back before applications are stopped.")
    void lost(String application, int sessions, String type, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101068, value = "application %s: a session in its store (%s) is not whole and is left out: %s")
    @Explained(
            cause =
                    "The record was cut off or changed, for example by a loss of power while it was written, or is of a later"
                            + " version of this server. Its user has no session now.",
            action = "None. With the store file, the file was renamed so that it ends in .torn; delete it.")
    void torn(String application, String type, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101069, value = "application %s: a session could not be taken out of memory or brought into it")
    @Explained(
            cause = "Code of the application, or of the server, threw while the session was written or read.",
            action = "Look at the exception.")
    void moveFailed(String application, @Cause Throwable cause);
}
