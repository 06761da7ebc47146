package io.keelson.kernel.watch;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the thread watch: 000352 to 000359. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface WatchLog extends BasicLogger {
    WatchLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), WatchLog.class, "io.keelson.kernel.watch");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 352,
            value = "Thread '%s' (%s) hangs: it has not come back for %d s, longer than the %d s that it may take."
                    + " It stands at:%s")
    @Explained(
            cause =
                    "The code that the stack shows loops without end or waits for something that does not come. Whatever"
                            + " depends on the thread stands still: the connections of a reader, the tasks of a scheduler.",
            action = "Keep the stack and report it. Code of an application must not block where it runs on a reader."
                    + " overload.stuck-reader-action says what the server does when all of its readers hang.")
    void hangs(String thread, String role, long seconds, long limit, String stack);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 353, value = "Thread '%s' (%s) has come back after about %d s")
    @Explained(cause = "What a thread that hung (000352) waited for came.", action = "None.")
    void cameBack(String thread, String role, long seconds);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 354,
            value = "%d of %d readers have not come back for %d s: the server gives up, as"
                    + " overload.stuck-reader-action: %s says")
    @Explained(
            cause = "The threads that read the sockets of clients hang, so their clients are not served.",
            action = "Look for 000352, which shows where the threads stand. The node manager starts the server again.")
    void givesUp(int hanging, int readers, long seconds, String action);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 355, value = "Who watches the threads failed at a look, and goes on: %s")
    @Explained(
            cause = "A mistake of the server, or memory has run out.",
            action = "Look for an earlier OutOfMemoryError; report it when there is none.")
    void lookFailed(String failure);
}
