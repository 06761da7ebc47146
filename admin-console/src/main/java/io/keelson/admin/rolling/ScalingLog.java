package io.keelson.admin.rolling;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of scaling: 141014 to 141017. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ScalingLog extends BasicLogger {
    ScalingLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ScalingLog.class, "io.keelson.admin.rolling");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141014, value = "The cluster %s is scaled to %d servers, ordered by %s: %s")
    @Explained(cause = "It has gone one step further.", action = "None.")
    void step(String cluster, int to, String by, String what);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 141015,
            value = "The scaling of the cluster %s to %d servers goes no further: %s; go on with 'keelson scale %s %d'")
    @Explained(
            cause = "A server did not start, did not end or was not ready in time, the new size was refused, somebody"
                    + " stopped it, or the admin server ended in the middle of it.",
            action = "See to what the message says, then order the scaling again: it goes on with what is left to do.")
    void goesNoFurther(String cluster, int to, String why, String same, int again);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141016, value = "How far the scaling of the cluster %s is could not be written: %s")
    @Explained(
            cause = "The disk is full or read-only, or the rights of the domain's directory are wrong.",
            action = "Make room, or repair the disk or the rights.")
    void notKept(String cluster, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141017, value = "An error in the scaling of the cluster %s")
    @Explained(cause = "An error of the server itself; the stack trace says where.", action = "Report it.")
    void failed(String cluster, @Cause Throwable cause);
}
