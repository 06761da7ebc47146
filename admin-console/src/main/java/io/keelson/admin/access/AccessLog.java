package io.keelson.admin.access;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of access to the management interface: 141050 to 141069. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface AccessLog extends BasicLogger {
    AccessLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), AccessLog.class, "io.keelson.admin.access");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 141050,
            value = "Logins to the management interface from %s are refused for %d seconds after %d failures")
    @Explained(
            cause = "Somebody there tried wrong passwords, perhaps on many names.",
            action = "Find out who. The token of the domain works on.")
    void addressLocked(String address, long seconds, int failures);
}
