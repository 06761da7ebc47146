package io.keelson.session.infinispan;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the grid among the servers: 101220 to 101229. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface InfinispanLog extends BasicLogger {
    InfinispanLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), InfinispanLog.class, "io.keelson.session.grid");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101220, value = "This server has entered the grid of the servers, which has %s now")
    @Explained(
            cause =
                    "The first application was deployed here whose sessions are on the grid of the cluster's own servers.",
            action = "None.")
    void entered(int members);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101221,
            value =
                    "This server could not enter the grid of the servers; it is tried again after a pause, which grows to a minute")
    @Explained(
            cause =
                    "Another server that has the grid went while this one entered, or did not answer. The message comes once for each"
                            + " cause; keelson status and the figures embedded-grid show it until it is over.",
            action = "None, if KLS-101220 follows. Else report it with the exception.")
    void notEntered(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101222,
            value = "This server leaves the grid of the servers although %s parts of 256 have not all their copies")
    @Explained(
            cause =
                    "The time for the shutdown was over before the other servers had copies of all sessions. Sessions may be lost where"
                            + " several servers stop at once.",
            action = "Stop servers one after the other, or give them more time.")
    void leftUnsafely(int parts);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101223,
            value =
                    "The sessions of %s parts of 256 of the grid of the servers are lost: all servers that had them have ended")
    @Explained(
            cause = "As many servers as have each session (embedded-grid.owners) ended at once, or one before "
                    + "the others had made new copies of"
                    + " what an earlier one had. Or the network is parted: then the other side may have them.",
            action = "Have more owners, or stop servers one after the other. Where the network was parted the "
                    + "sessions are there again when it is whole.")
    void lost(int parts);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101224, value = "This is the last server of the grid of the servers; %s sessions end with it")
    @Explained(
            cause =
                    "All servers of the cluster were stopped. The grid is in their memory; what has ended lately counts too.",
            action = "None, if that was meant. Sessions that are to outlast all servers need another "
                    + "persistent-store-type, or session-grids.")
    void endsWithThis(long sessions);
}
