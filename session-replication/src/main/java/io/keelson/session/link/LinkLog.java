package io.keelson.session.link;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the direct connections for sessions: 101200 to 101219. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface LinkLog extends BasicLogger {
    LinkLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), LinkLog.class, "io.keelson.session");

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 101200,
            value =
                    "Updates of sessions go to the server %s through the cluster's channel: it has not opened a direct connection")
    @Explained(
            cause =
                    "It runs an older build, or cannot connect to this server; then it says why in its own log (101201)."
                            + " Sessions are replicated all the same, at a higher cost.",
            action = "Run the same build on all servers; let them connect to one another's channels.")
    void notTaken(String server);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 101201,
            value =
                    "Updates of sessions come from the server %s through the cluster's channel, and not over a direct connection: %s")
    @Explained(
            cause =
                    "This server could not connect to the other one, which had offered it, for the reason that is said."
                            + " Sessions are replicated all the same, at a higher cost. It is said once; the attempt is repeated.",
            action =
                    "Where servers are on several machines, or the cluster has tls or encryption: give each a channel with TLS that speaks the"
                            + " protocol keelson.")
    void notConnected(String server, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101202, value = "What was to be done about direct connections for sessions failed")
    @Explained(cause = "An error in the server: the exception is shown.", action = "Report it with the stack trace.")
    void failed(@Cause Throwable cause);
}
