package io.keelson.cluster;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the leases' subsystem: 300340 to 300359. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface LeasesLog extends BasicLogger {
    LeasesLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), LeasesLog.class, "io.keelson.cluster.leases");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300340, value = "A task of the leases failed")
    @Explained(cause = "A mistake in the server.", action = "Report the stack.")
    void taskFailed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 300341,
            value = "%d leases could not be given back before the deadline of the stop; they run out by themselves")
    @Explained(
            cause = "The voters could not be reached, or work under the leases did not end in time.",
            action =
                    "None. Another server has the names when the leases have run out, or at once where this server's end"
                            + " can be proved.")
    void notReleased(int count);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 300342,
            value = "Nobody leads the voters of the leases, so nothing is granted; this server does not see: %s")
    @Explained(
            cause =
                    "Fewer than a majority of the voters run and see one another; the first time all of them have to. What is"
                            + " held ends in time; servers run on without leases.",
            action = "Start the voters that are missing, or look at the network to them.")
    void noLeader(String missing);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300343, value = "The thread of the leases did not end in time")
    @Explained(
            cause = "The disk of the voter's log does not answer, or a listener of a lease hangs.",
            action = "None; the process ends. Look at the disk when it comes again.")
    void notEnded();

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300344, value = "This server's vote could not be handed on to '%s' before it ended")
    @Explained(
            cause = "The voters could not decide that in time, or the other server ended as well.",
            action =
                    "None when the server comes back soon: it votes as before, or is told that it was replaced. When it"
                            + " will not come back: 'keelson voter replace'.")
    void voteNotHandedOn(String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300349, value = "The lease '%s' cannot be granted: the epochs in %s cannot be kept: %s")
    @Explained(
            cause =
                    "This server takes part in no cluster and grants leases to itself. The next epoch could not be read or"
                            + " written through. What needs the lease waits; it is tried again every five seconds.",
            action = "Make room on the disk, or mend it. Do not delete the file: a lower epoch would be granted again.")
    void epochsAway(String lease, String file, String reason);
}
