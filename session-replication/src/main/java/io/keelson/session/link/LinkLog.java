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
            action = "Where servers are on several machines, or the cluster has tls or encryption: give each a "
                    + "channel with TLS that speaks the"
                    + " protocol keelson.")
    void notConnected(String server, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101202, value = "What was to be done about direct connections for sessions failed")
    @Explained(cause = "An error in the server: the exception is shown.", action = "Report it with the stack trace.")
    void failed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101203,
            value = "The server %s writes sessions in version %d of their form, and this server in version "
                    + "%d: they have no sessions in common")
    @Explained(
            cause =
                    "The servers run builds that are not compatible in this. Neither keeps copies for the other one, and neither serves"
                            + " sessions of the other one: such requests are answered 503.",
            action = "Update the servers one after the other to one build. Until then let two servers of each "
                    + "build run, so that sessions have"
                    + " copies, and let the load balancer keep sessions with their servers.")
    void foreign(String server, int version, int own);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101204,
            value =
                    "The server %s does not answer what it is told of sessions: their copies go to others, where there are any")
    @Explained(
            cause =
                    "Nothing gets from this server to that one or back, while the servers between them see both, so that it"
                            + " is a member of the cluster. Requests have waited for it.",
            action =
                    "Find out what is between the two machines. Sessions without a copy on another server are counted as"
                            + " such.")
    void silent(String server);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101205, value = "The server %s answers again what it is told of sessions")
    @Explained(cause = "What was between the two servers is gone.", action = "None.")
    void heardAgain(String server);
}
