package io.keelson.cluster.membership;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of membership: 300100 to 300149. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface MembershipLog extends BasicLogger {
    MembershipLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), MembershipLog.class, "io.keelson.cluster");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300100, value = "Cluster %s: view %d has %s; joined: %s; left: %s; missing: %s")
    @Explained(
            cause =
                    "A server joined or left the cluster, was taken out because it does not answer, or a partition healed.",
            action = "None where that was to be expected. Look after servers that are missing.")
    void view(String cluster, long number, String members, String joined, String left, String missing);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300101, value = "Cluster %s has formed: %d of its %d servers see one another")
    @Explained(
            cause =
                    "Enough of the servers that the domain expects have found one another; the cluster decides from now on.",
            action = "None.")
    void formed(String cluster, int present, int expected);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300102, value = "Cluster %s: the server %s seems to be gone")
    @Explained(
            cause =
                    "Its process closed its connections, or it gave no sign of life for failure-timeout and did not answer"
                            + " when it was asked again.",
            action = "Look at that server and at the network between the two.")
    void suspected(String cluster, String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300103, value = "Cluster %s was parted and has come together again: %s")
    @Explained(
            cause =
                    "Servers did not hear one another for a time, because of the network or because a process was paused, and"
                            + " went on without each other. Their views are one again.",
            action = "Find out what parted them. Names that both sides had bound are reported on their own.")
    void merged(String cluster, String parts);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300104, value = "Cluster %s: this server was not let in: %s; it tries again every %d seconds")
    @Explained(
            cause =
                    "A member of the cluster turned this server away, for the reason that is shown. The server runs on, but"
                            + " belongs to no cluster.",
            action =
                    "Compare domain.yaml and security/domain-key of the two servers. An earlier run of this server that has"
                            + " not ended yet, or a second copy of it, keeps it out as well.")
    void notLetIn(String cluster, String why, long seconds);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300105, value = "Cluster %s: the server %s was turned away: %s")
    @Explained(
            cause =
                    "A process that is not of this domain and cluster, or does not know the domain's key, tried to join.",
            action =
                    "Where it should belong here, compare domain.yaml and security/domain-key of the two servers. Else find"
                            + " out who it is.")
    void turnedAway(String cluster, String who, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300106, value = "Cluster %s: this server could not join: %s; it tries again every %d seconds")
    @Explained(
            cause =
                    "The cluster's port is taken, its address is not this machine's, or what the cluster is configured with"
                            + " cannot be used. The server runs on, but belongs to no cluster.",
            action = "Do what the message says: it names the address or the file.")
    void notJoined(String cluster, String why, long seconds);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300107, value = "Cluster %s: what was to be done about its membership failed")
    @Explained(
            cause = "An error in the server: the exception is shown. Everything else about the cluster goes on.",
            action = "Report it with the stack trace.")
    void failed(@Cause Throwable cause, String cluster);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300108, value = "Cluster %s: leaving it took longer than was left, and was given up")
    @Explained(
            cause = "The server stopped while it was joining, or the others did not answer.",
            action = "None; the others notice that this server is gone.")
    void leftBehind(String cluster);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300109, value = "Cluster %s: this server joins it as %s, listening on %s; expected are %s")
    @Explained(cause = "The server starts, and the domain says that it takes part in the cluster.", action = "None.")
    void joins(String cluster, String member, String address, String expected);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300110, value = "Cluster %s has not formed: it needs %d servers that see one another; missing are %s")
    @Explained(
            cause =
                    "Too few of the servers that the domain expects have been started or can be reached. So that no second"
                            + " half forms elsewhere, nothing is decided in the cluster's name until then; the server itself serves.",
            action = "Start the servers that are missing, or look at the network to them.")
    void notFormed(String cluster, int quorum, String missing);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300111, value = "Cluster %s expects %s from now on; added: %s; removed: %s")
    @Explained(
            cause = "A revision of the domain was activated that adds servers to the cluster, or removes some.",
            action = "None. Servers that were added have to be started.")
    void expects(String cluster, String servers, String added, String removed);
}
