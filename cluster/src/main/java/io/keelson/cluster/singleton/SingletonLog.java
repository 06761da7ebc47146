package io.keelson.cluster.singleton;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;
import org.jspecify.annotations.Nullable;

/** Messages of singleton services: 300170 to 300199. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface SingletonLog extends BasicLogger {
    SingletonLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), SingletonLog.class, "io.keelson.cluster.singleton");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300170, value = "The singleton service %s is active on this server (epoch %d)")
    @Explained(cause = "It belongs here, and its activate has returned.", action = "None.")
    void active(String service, long epoch);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300171, value = "The singleton service %s is deactivated on this server (epoch %d): %s")
    @Explained(
            cause = "The server stops, the service goes to another one, or its lease was lost.",
            action = "None where that was to be expected; a lost lease is reported on its own.")
    void ended(String service, long epoch, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300172, value = "The singleton service %s could not be activated on this server (epoch %d): %s")
    @Explained(
            cause = "Its activate threw what is shown, or the lease was lost meanwhile. The next server tries it.",
            action = "Look at the exception: it is the service's own.")
    void failed(String service, long epoch, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300173, value = "The singleton service %s hangs on this server (epoch %d): %s; it was given up here")
    @Explained(
            cause =
                    "The service's activate or deactivate did not return in the time that it is given. The next server tries"
                            + " it. The thread is still in it; should activate return, the service is deactivated at once.",
            action =
                    "Take a thread dump of this server: the thread is named after the service. Raise activate-timeout or"
                            + " deactivate-timeout where it only takes long.")
    void hangs(String service, long epoch, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 300174,
            value =
                    "The singleton service %s stays deactivated: it has failed on every server that may have it, and all"
                            + " attempts are used up")
    @Explained(
            cause = "Each candidate has failed as often as additional-migration-attempts allows.",
            action =
                    "Mend the service. Then move it to a server with 'keelson singleton migrate', or restart a server that may"
                            + " have it: that gives new attempts.")
    void exhausted(String service);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300175, value = "The singleton service %s cannot be had by this server: %s")
    @Explained(
            cause = "Its class is not in the domain's lib directory, cannot be made, or is no singleton service.",
            action = "Do what the message says.")
    void unusable(@Cause @Nullable Throwable cause, String service, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300176, value = "The singleton service %s threw while it was deactivated (epoch %d)")
    @Explained(cause = "The service's own code: the exception is shown.", action = "Mend the service.")
    void deactivationFailed(@Cause Throwable cause, String service, long epoch);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300177, value = "A message of the server %s about singleton services was dropped: it %s")
    @Explained(
            cause = "The other server is of another version, or something else sends to the cluster's port.",
            action = "Use servers of one version in a cluster.")
    void malformed(String server, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 300178,
            value =
                    "The domain has singleton services (%s), but this server takes part in no cluster: they are not activated"
                            + " here")
    @Explained(
            cause = "A singleton service works on one server of a cluster.",
            action = "Make the server a member of a cluster, or remove singleton-services.")
    void noCluster(String services);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300179, value = "The server stops, and singleton services had not been deactivated in time: %s")
    @Explained(
            cause = "A service's deactivate takes longer than was left. Its lease ends by itself.",
            action = "Raise graceful-shutdown-timeout, or lower the service's deactivate-timeout.")
    void notDeactivated(String services);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300180, value = "The activation of the singleton service %s failed (epoch %d)")
    @Explained(cause = "The service's activate threw: the exception is shown.", action = "Mend the service.")
    void activationFailed(@Cause Throwable cause, String service, long epoch);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 300181,
            value =
                    "The singleton service %s of the application %s is not activated on this server: it takes part in no"
                            + " cluster, or is the admin server")
    @Explained(
            cause = "A singleton service works on one server of a cluster, and the admin server never has one.",
            action = "Deploy the application on managed servers of a cluster.")
    void notHere(String service, String application);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 300182,
            value =
                    "The singleton service %s of the application %s names servers that are not in this cluster: %s; it works on"
                            + " the others")
    @Explained(
            cause = "userPreferredServer or constrainedCandidateServers of its @ClusterSingleton.",
            action =
                    "Name servers of the cluster. A service that names candidates, none of which exists, works nowhere.")
    void unknownServers(String service, String application, String servers);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 300183,
            value =
                    "The singleton service %s was taken from this server, but its code runs on, or its names could not be"
                            + " taken away in time")
    @Explained(
            cause = "Its activate or deactivate hangs, or the cluster could not decide about its names.",
            action =
                    "Take a thread dump: the thread is named after the service. Its application is undeployed all the same.")
    void leftBehind(String service);
}
