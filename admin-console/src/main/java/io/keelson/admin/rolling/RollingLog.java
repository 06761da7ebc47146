package io.keelson.admin.rolling;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of rolling restarts: 141045 to 141049. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface RollingLog extends BasicLogger {
    RollingLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), RollingLog.class, "io.keelson.admin.rolling");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141045, value = "The rolling restart of the cluster %s, ordered by %s: %s")
    @Explained(cause = "It has gone one step further.", action = "None.")
    void step(String cluster, String by, String what);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141046, value = "The rolling restart of the cluster %s goes no further: %s")
    @Explained(
            cause = "A server did not end or did not come back, or somebody stopped the restart.",
            action = "Bring the server back, then go on with 'keelson cluster restart NAME --resume'. The "
                    + "other servers were left as they are.")
    void goesNoFurther(String cluster, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 141047,
            value = "The rolling restart of the cluster %s was interrupted by the end of the admin server; go "
                    + "on with 'keelson cluster restart %s --resume'")
    @Explained(
            cause = "The admin server ended or was killed in the middle of it.",
            action = "Resume it: a server may be down that was to be started again.")
    void interrupted(String cluster, String same);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141048, value = "How far the rolling restart of the cluster %s is could not be written: %s")
    @Explained(
            cause = "The disk is full or read-only, or the rights of the domain's directory are wrong.",
            action = "Make room, or repair the disk or the rights.")
    void notKept(String cluster, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141049, value = "An error in the rolling restart of the cluster %s")
    @Explained(cause = "An error of the server itself; the stack trace says where.", action = "Report it.")
    void failed(String cluster, @Cause Throwable cause);
}
