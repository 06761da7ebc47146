package io.keelson.cache.infinispan;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the caches as Infinispan has them: 101230 to 101239. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface CachesLog extends BasicLogger {
    CachesLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), CachesLog.class, "io.keelson.cache");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101230, value = "The caches %s are open; %s servers have them now")
    @Explained(cause = "The domain describes caches, and this server has what it is to have of them.", action = "None.")
    void opened(String caches, int members);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101231,
            value =
                    "The caches of this server could not be opened; it is tried again after a pause, which grows to a minute")
    @Explained(
            cause =
                    "Another server that has the caches went while this one entered, or did not answer; or what domain.yaml says of a cache"
                            + " is not possible here, as files that cannot be written. The message comes once for each "
                            + "cause; keelson status and the"
                            + " figures caches show it until it is over.",
            action = "None, if KLS-101230 follows. Else see what the exception says.")
    void notOpened(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101232,
            value = "This server leaves the caches of the servers although %s parts of them have not all their copies")
    @Explained(
            cause =
                    "The time for the shutdown was over before the other servers had copies of all entries. Entries may be lost where"
                            + " several servers stop at once.",
            action = "Stop servers one after the other, or give them more time.")
    void leftUnsafely(int parts);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101233, value = "Hot Rod is served at %s:%s")
    @Explained(cause = "A channel of this server names hot-rod among its protocols.", action = "None.")
    void hotRod(String host, int port);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101234, value = "Hot Rod cannot be served at %s:%s")
    @Explained(
            cause = "Infinispan's server for Hot Rod did not start; the exception says why.",
            action = "See the exception; the caches are served to applications all the same.")
    void noHotRod(String host, int port, @Cause Throwable cause);
}
