package io.keelson.admin.node;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the node manager and of machines: 141030 to 141044, 141020 to 141025. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface NodeLog extends BasicLogger {
    NodeLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), NodeLog.class, "io.keelson.admin.node");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141030, value = "The node manager of the domain %s listens at %s, as process %d")
    @Explained(cause = "It was started.", action = "None.")
    void listens(Path domain, String url, long pid);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141031, value = "The node manager ends; the servers that it watched run on")
    @Explained(cause = "'keelson node stop', or a signal.", action = "Start it again so that servers are watched.")
    void ends();

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141032, value = "The server %s was started as process %d (%s)")
    @Explained(cause = "Somebody ordered it, or the server had crashed; the message says which.", action = "None.")
    void started(String server, long pid, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141033, value = "The server %s was found running as process %d and is watched from now on")
    @Explained(cause = "The node manager was started again, or the server was started without it.", action = "None.")
    void adopted(String server, long pid);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141034, value = "The %s of the server %s was ordered by %s")
    @Explained(cause = "An operator ordered it.", action = "None.")
    void ordered(String order, String server, String by);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141035, value = "The server %s has ended, as it was to")
    @Explained(cause = "Somebody ended it.", action = "None; it is not started again.")
    void ended(String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141036, value = "The server %s has failed: %s; it is started again in %d ms")
    @Explained(
            cause = "Its process was killed, or gave up.",
            action = "Find out why in the server's log, and in its output ('keelson server log NAME').")
    void failed(String server, String why, long millis);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141037, value = "The server %s has failed and is not started again: %s")
    @Explained(
            cause = "It could not start, or it has crashed as often as restart-max allows within "
                    + "restart-interval, or auto-restart is false.",
            action = "Find out why in the server's log, and in its output ('keelson server log NAME'); then "
                    + "start it with 'keelson server start NAME'.")
    void notRestartable(String server, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141038, value = "What the node manager knows of the server %s could not be written: %s")
    @Explained(
            cause = "The disk is full or read-only, or the rights of the domain's directory are wrong.",
            action = "Make room, or repair the disk or the rights; it is tried again each second.")
    void notKept(String server, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141039, value = "What the node manager knew of the server %s cannot be read and was put aside: %s")
    @Explained(
            cause = "The file in the domain's node/servers was damaged.",
            action = "None where the server runs: it is watched. Where it does not run and should, start it "
                    + "with 'keelson server start NAME'.")
    void notRead(String server, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 141040,
            value = "The configuration cannot be read, so what was known last counts for the server %s: %s")
    @Explained(cause = "domain.yaml is missing or wrong.", action = "Mend domain.yaml.")
    void settingsNotRead(String server, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141042, value = "The certificate of the machine %s was renewed")
    @Explained(cause = "A third of its life or less was left.", action = "None.")
    void renewed(String machine);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141043, value = "The node manager of the machine %s does not answer: %s")
    @Explained(
            cause = "It does not run, the network between the machines is cut, or the machine was put out of "
                    + "the domain. Its servers run on.",
            action =
                    "Start it there with 'keelson node start'; look at the address and the port in 'keelson machine list'.")
    void machineAway(String machine, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141044, value = "The node manager of the machine %s answers again")
    @Explained(cause = "It was started, or the network is back.", action = "None.")
    void machineBack(String machine);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141020, value = "What is known of the machines of the domain cannot be read or written: %s")
    @Explained(
            cause = "A file in the domain's security directory is damaged or cannot be read, or the disk is full.",
            action = "Look at the file that the message names, and at the disk.")
    void machinesNotRead(String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141021, value = "The node manager takes orders of the machine %s at %s")
    @Explained(cause = "This machine is one of several of the domain.", action = "None.")
    void listensToMachines(String adminMachine, String url);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141022, value = "The list of certificates that count no more was changed by the admin server")
    @Explained(cause = "A machine was removed from the domain.", action = "None.")
    void revoked();

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141023, value = "The configuration or the users were brought up to date by the admin server")
    @Explained(cause = "They were changed there.", action = "None.")
    void filesTaken();

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141024, value = "The machine %s was enrolled, from %s")
    @Explained(cause = "Somebody had its token.", action = "None, where that was you.")
    void enrolled(String machine, String from);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141025, value = "The machine %s was not enrolled, from %s: %s")
    @Explained(
            cause =
                    "The token is wrong, was used, or is older than an hour, or the certificate request is not what it should be.",
            action =
                    "Where that was you, get another token with 'keelson machine add'. Where it was not, find out who has the token.")
    void notEnrolled(String machine, String from, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141041, value = "An error in the node manager")
    @Explained(cause = "An error of the node manager itself; the stack trace says where.", action = "Report it.")
    void error(@Cause Throwable cause);
}
