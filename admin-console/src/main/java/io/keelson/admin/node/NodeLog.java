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

/** Messages of the node manager: 141030 to 141044. */
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
            cause =
                    "It could not start, or it has crashed as often as restart-max allows within restart-interval, or auto-restart is false.",
            action =
                    "Find out why in the server's log, and in its output ('keelson server log NAME'); then start it with 'keelson server start NAME'.")
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
            action =
                    "None where the server runs: it is watched. Where it does not run and should, start it with 'keelson server start NAME'.")
    void notRead(String server, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 141040,
            value = "The configuration cannot be read, so what was known last counts for the server %s: %s")
    @Explained(cause = "domain.yaml is missing or wrong.", action = "Mend domain.yaml.")
    void settingsNotRead(String server, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141041, value = "An error in the node manager")
    @Explained(cause = "An error of the node manager itself; the stack trace says where.", action = "Report it.")
    void error(@Cause Throwable cause);
}
