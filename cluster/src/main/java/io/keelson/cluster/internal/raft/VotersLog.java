package io.keelson.cluster.internal.raft;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the voters' log: 300300 to 300319. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface VotersLog extends BasicLogger {
    VotersLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), VotersLog.class, "io.keelson.cluster.lease.voters");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300300, value = "A message of another voter was refused: it %s")
    @Explained(
            cause = "The other voter runs another build, or somebody sends what it should not.",
            action = "Check which builds the servers of the domain run, and who can reach the cluster's channel.")
    void refusedMessage(String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300301, value = "Voter '%s' begins anew from its log: %s")
    @Explained(
            cause =
                    "It had written entries right behind a snapshot which were never decided, and the leader cannot go back"
                            + " before the snapshot; or it waited for a leader that is gone. The log has all that is needed.",
            action = "None.")
    void beganAnew(String voter, String why);
}
