package io.keelson.remoting.server;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the native protocol on a server: 200000 to 200009. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface RemotingLog extends BasicLogger {
    RemotingLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), RemotingLog.class, "io.keelson.remoting");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 200000,
            value = "%d connections of remote clients had calls under way when the time for suspending was over")
    @Explained(
            cause =
                    "Remote calls took longer than the graceful-shutdown-timeout. Their callers get an exception that says that the"
                            + " method may have been executed.",
            action = "Give more time, or find out what the calls were doing.")
    void callsCutOff(int connections);
}
