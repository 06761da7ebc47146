package io.keelson.admin.targets;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the domain's applications: 141080 to 141083, and 141088. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface TargetLog extends BasicLogger {
    TargetLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), TargetLog.class, "io.keelson.admin.targets");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141080, value = "This server refuses to have %s deployed: %s")
    @Explained(
            cause =
                    "The archive cannot be had or is broken, the disk is full, or the server has something in its place.",
            action = "Do what the message says. Nothing was deployed on any server; deploy again.")
    void notStaged(String applications, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141081, value = "Application '%s' of the domain is not here yet: %s")
    @Explained(
            cause = "The admin server cannot be reached, or the archive cannot be had from where it is.",
            action = "None where the server that it speaks of comes back; it is tried again.")
    void waits(String application, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141082, value = "An error in the deployment of the domain's applications")
    @Explained(cause = "An error of the server itself; the stack trace says where.", action = "Report it.")
    void failed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141083, value = "The deployment of application '%s' by %s was taken back: %s")
    @Explained(
            cause = "The application failed to start on a server.",
            action = "Do what the message says, and deploy it again.")
    void takenBack(String application, String author, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141088, value = "A version of application '%s' that retires cannot be ended: %s")
    @Explained(
            cause = "The configuration could not be changed: its disk is full, or a server refuses it.",
            action = "Do what the message says; it is tried again every second.")
    void notRetired(String application, String why);
}
