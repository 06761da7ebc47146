package io.keelson.cluster.lease;

import io.keelson.base.log.Explained;
import io.keelson.kernel.spi.lease.LeaseLoss;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the leases: 300200 to 300299. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface LeaseLog extends BasicLogger {
    LeaseLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), LeaseLog.class, "io.keelson.cluster.lease");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300200, value = "This server owns '%s' from now on (epoch %d)")
    @Explained(cause = "The lease was granted to this server.", action = "None.")
    void granted(String name, long epoch);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300201, value = "This server has given '%s' back (epoch %d)")
    @Explained(cause = "The lease was released in order.", action = "None.")
    void released(String name, long epoch);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300202, value = "This server has lost '%s' (epoch %d): %s")
    @Explained(
            cause =
                    "The lease was not renewed in time (EXPIRED: no majority of the voters or no database could be reached,"
                            + " or this server stood still), the log says that another has it (REVOKED), or wall and"
                            + " monotonic time jumped apart (CLOCK_JUMP: the machine was suspended, or its clock was set).",
            action = "None, if it was expected. Otherwise look at the network, at pauses of garbage collection, at the"
                    + " voters, and at what sets the machine's clock.")
    void lost(String name, long epoch, LeaseLoss why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300203, value = "The lease '%s' was offered with epoch %d, but %d was seen before: refused")
    @Explained(
            cause =
                    "The voters' logs or the lease table have lost their history: restored from an old copy, failed over"
                            + " to a database that lagged behind, or deleted.",
            action =
                    "Find out what was restored. Effects under the lower epoch would be taken for old ones. When nothing"
                            + " of before is running any more, restart the servers.")
    void epochFell(String name, long epoch, long seen);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300204, value = "A listener of the lease '%s' (epoch %d) failed")
    @Explained(cause = "The listener threw the exception that is shown.", action = "Report it.")
    void listenerFailed(@Cause Throwable cause, String name, long epoch);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300205, value = "A message about leases from '%s' was refused: it %s")
    @Explained(
            cause = "The other server runs another build, or somebody sends what it should not.",
            action = "Check which builds the servers of the domain run, and who can reach the cluster's channel.")
    void refusedMessage(String from, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300206, value = "The operation at place %d of the voters' log is not known here: it %s")
    @Explained(
            cause = "A newer build has written to the log what this one does not know.",
            action = "Bring all voters to the same build.")
    void unknownOperation(long index, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300207, value = "The voter of this server has stopped for good: its log failed: %s")
    @Explained(
            cause =
                    "The disk is full or broken, or the log is damaged. A voter that cannot write must not vote, so it says"
                            + " nothing any more. What this server owns it keeps as long as the other voters are a majority.",
            action = "Repair the disk, delete the server's voter directory, and start the server again: it joins with a"
                    + " new log, under a new id.")
    void voterHalted(@Cause Throwable cause, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300208, value = "Voter '%s' leads the log of the leases")
    @Explained(cause = "The voters have elected a leader.", action = "None.")
    void leads(String voter);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300209, value = "A task of the leases failed")
    @Explained(cause = "A mistake in the server.", action = "Report the stack.")
    void taskFailed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300210, value = "This server votes about leases as '%s'")
    @Explained(cause = "It is one of the cluster's voters, and has a log for it.", action = "None.")
    void votes(String voter);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300211, value = "The voters of the leases are now: %s")
    @Explained(cause = "A voter was replaced by another.", action = "None.")
    void votersChanged(String voters);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300212, value = "This server votes about leases no more: '%s' was replaced")
    @Explained(
            cause =
                    "It left in order and handed its vote on, 'keelson voter replace' was called, or it was taken for dead"
                            + " while another took its place.",
            action = "None. It asks and owns leases as before.")
    void votesNoMore(String voter);
}
