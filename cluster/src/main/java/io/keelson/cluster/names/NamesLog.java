package io.keelson.cluster.names;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the cluster's names: 300150 to 300169. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface NamesLog extends BasicLogger {
    NamesLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), NamesLog.class, "io.keelson.cluster.names");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 300150,
            value =
                    "This server had bound the name %s for the whole cluster and has lost it at a merge (to the server %s); here"
                            + " it is still bound in the server's own tree")
    @Explained(
            cause =
                    "The cluster was parted, and on each side a server bound the name. When it came together the binding with"
                            + " the higher lease epoch won, or else that of the member that comes first.",
            action =
                    "Bind the names of applications that run on several servers under a name for each, or let a singleton"
                            + " service bind them.")
    void lost(String name, String winner);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 300151, value = "A message of the server %s about the cluster's names was dropped: it %s")
    @Explained(
            cause = "The other server is of another version, or something else sends to the cluster's port.",
            action = "Use servers of one version in a cluster.")
    void malformed(String server, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300152, value = "A listener of the cluster's names failed at the name %s")
    @Explained(cause = "An error in the server: the exception is shown.", action = "Report it with the stack trace.")
    void listenerFailed(@Cause Throwable cause, String name);
}
