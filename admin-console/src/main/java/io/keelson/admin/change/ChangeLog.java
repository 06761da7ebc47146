package io.keelson.admin.change;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of changes of the configuration: 141070 to 141079. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ChangeLog extends BasicLogger {
    ChangeLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ChangeLog.class, "io.keelson.admin.change");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141070, value = "Revision %d of the domain's configuration is in force, by %s")
    @Explained(cause = "An operator activated it, or domain.yaml was edited by hand.", action = "None.")
    void committed(int revision, String author);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141071, value = "An activation by %s was given up and nothing was changed: %s")
    @Explained(
            cause =
                    "A server cannot run the new configuration, or the disk of the admin server did not take the revision.",
            action = "Do what the message says of the server or the disk, and activate again.")
    void aborted(String author, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141072, value = "Revision %d of the domain's configuration was applied to this server")
    @Explained(cause = "It was activated.", action = "None; settings that need a restart wait for one.")
    void applied(int revision);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 141073,
            value = "Revision %d of the domain's configuration could not be applied to this server as it runs: %s")
    @Explained(
            cause = "A subsystem failed. The other servers run the revision.",
            action = "Restart the server: it starts with the revision.")
    void notApplied(int revision, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141074, value = "The configuration could not be kept in %s: %s")
    @Explained(
            cause = "The disk is full or read-only, or the directory's rights are wrong.",
            action = "Make room, or repair the disk or the rights; it is tried again.")
    void notKept(Path file, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141075, value = "The configuration that was kept in %s cannot be read: %s")
    @Explained(
            cause = "The file was damaged.",
            action = "None where the server can read domain.yaml; it gets the newest revision from the admin server.")
    void notRead(Path file, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141076, value = "An error in the activation of configurations")
    @Explained(cause = "An error of the server itself; the stack trace says where.", action = "Report it.")
    void failed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141077, value = "The lock of the configuration was taken by %s from %s, whose changes are discarded")
    @Explained(cause = "An operator took it by force.", action = "None.")
    void forced(String by, String from);
}
