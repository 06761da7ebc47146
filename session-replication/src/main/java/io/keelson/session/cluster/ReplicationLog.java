package io.keelson.session.cluster;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of replicated sessions: 101070 to 101076. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ReplicationLog extends BasicLogger {
    ReplicationLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ReplicationLog.class, "io.keelson.session");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101070, value = "A message about sessions from %s was dropped: it %s")
    @Explained(
            cause = "The other server runs another version, or the message was damaged.",
            action = "Run the same version on all servers of the cluster.")
    void malformed(String server, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101071,
            value = "application %s: %d updates of a session are lost: another server had gone on with it as well")
    @Explained(
            cause =
                    "The servers did not hear one another for a while, and each went on with what it had. They have come together"
                            + " again, and the session with the higher epoch has won. The number is exact.",
            action = "Find out what parted the servers.")
    void discarded(String application, long updates);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101072, value = "This server leaves, and %d sessions end with it: %s")
    @Explained(
            cause = "No other server of the cluster could take them: there is none, or it did not answer in time.",
            action =
                    "None when the whole cluster is stopped. Else stop one server after the other, and give it more time.")
    void endWithServer(int sessions, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101073, value = "This server has handed %d sessions over to other servers in %d ms")
    @Explained(cause = "The server is being stopped or suspended.", action = "None.")
    void handedOver(int sessions, long millis);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101074, value = "What was to be done about a session of the application %s failed")
    @Explained(cause = "An error in the server: the exception is shown.", action = "Report it with the stack trace.")
    void failed(String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101075, value = "%d sessions of this server have no copy on another one: what a crash now would lose")
    @Explained(
            cause = "There is no other server in the cluster, or the copies are on their way.",
            action = "Start another server of the cluster.")
    void withoutCopy(long sessions);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101076, value = "All sessions of this server have a copy on another one again")
    @Explained(cause = "Another server has taken the copies.", action = "None.")
    void withCopy();
}
