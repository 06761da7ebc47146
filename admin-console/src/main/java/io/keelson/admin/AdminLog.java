package io.keelson.admin;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of administration: 141000 to 141099. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface AdminLog extends BasicLogger {
    AdminLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), AdminLog.class, "io.keelson.admin");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141001, value = "The management interface answers at %s")
    @Explained(cause = "The server can be administered from now on.", action = "None.")
    void answers(String prefix);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141002, value = "A management request from %s was refused: %s")
    @Explained(
            cause =
                    "Somebody used a wrong token, or a browser was made to send the request by a page of somebody else.",
            action = "Find out who. To change the token, delete the file security/management-token and restart.")
    void refused(String client, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141003, value = "Shutdown was requested from %s (force: %s)")
    @Explained(cause = "'keelson stop' or another client of the management interface.", action = "None.")
    void shutdownRequested(String client, boolean force);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141004, value = "Management request %d (%s %s) failed")
    @Explained(
            cause = "An error of the server itself; the stack trace says where.",
            action = "Report it with the stack trace.")
    void failed(long request, String method, String path, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141005, value = "A new management token was written to %s")
    @Explained(cause = "The domain had none.", action = "None; clients read it from there.")
    void tokenWritten(Path file);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141006, value = "Upload of application '%s' from %s broke off: %s")
    @Explained(
            cause = "The client went away or was too slow. Nothing was deployed.",
            action = "Deploy again; see the channel's body time-out if the network is slow.")
    void uploadBroken(String application, String client, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141007, value = "User '%s' was %s from %s")
    @Explained(cause = "A client of the management interface changed the realm.", action = "None.")
    void userChanged(String user, String what, String client);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141008, value = "The server's state could not be written to %s: %s")
    @Explained(
            cause = "The disk is full or read-only. The server works on, but 'keelson status' shows an old state.",
            action = "Make room or repair the disk.")
    void stateNotWritten(Path file, String cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141009, value = "Upload of application '%s' cannot be kept in %s: %s")
    @Explained(
            cause = "The disk is full or read-only, or the directory's rights are wrong. Nothing was deployed.",
            action = "Make room, or repair the disk or the rights, and deploy again.")
    void uploadNotKept(String application, String directory, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141011, value = "%s %s could not be done, as the disk did not take it: %s")
    @Explained(
            cause =
                    "The disk is full or read-only, or the rights of the domain's directory are wrong. Nothing was changed.",
            action = "Make room, or repair the disk or the rights, and do it again.")
    void notKept(String method, String path, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141012, value = "From %s it was asked to move the singleton service '%s' to the server '%s'")
    @Explained(cause = "'keelson singleton migrate' or another client of the management interface.", action = "None.")
    void singletonMoves(String client, String service, String server);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141013, value = "From %s it was asked to replace the vote of the server '%s' by that of '%s'")
    @Explained(cause = "'keelson voter replace' or another client of the management interface.", action = "None.")
    void voterReplaced(String client, String server, String by);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141018, value = "What the server does could not be counted for the charts of the last hour")
    @Explained(
            cause = "An error of the server, or memory that has run out; the stack trace says which.",
            action = "None: it is tried again five seconds later. Report it where it is an error of the server.")
    void notSampled(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 141054,
            value = "There is no administrator: the server's standard output shows a link to make one, for an hour")
    @Explained(
            cause = "No user of the realm is in a group of management.role-groups.administrators.",
            action = "Follow the link, or use 'keelson user add NAME --group Administrators'.")
    void nobodyAdministrates();
}
