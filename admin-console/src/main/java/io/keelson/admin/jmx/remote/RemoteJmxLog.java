package io.keelson.admin.jmx.remote;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of remote JMX: 141640 to 141649. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface RemoteJmxLog extends BasicLogger {
    RemoteJmxLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), RemoteJmxLog.class, "io.keelson.admin.jmx");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141640, value = "Remote JMX answers at %s")
    @Explained(cause = "servers.NAME.jmx-port says so.", action = "None.")
    void answers(String url);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141641, value = "Remote JMX cannot be opened: %s")
    @Explained(
            cause = "Its port is taken, its address is none of this machine's, or no channel of the server "
                    + "has TLS. The server runs on without.",
            action =
                    "Correct jmx.listen-address, servers.NAME.jmx-port or the server's tls; a change of the first two is applied at once.")
    void notOpened(String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141642, value = "Remote JMX answers no more")
    @Explained(cause = "The configuration has another port for it, or none.", action = "None.")
    void closed();

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141643, value = "Somebody at %s was refused by remote JMX: %s")
    @Explained(
            cause = "A wrong password, a user without a role or one who is locked, an operation that needs "
                    + "another role, or too many clients.",
            action = "None, where it is a slip. The audit log has it too.")
    void refused(String address, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 141644,
            value = "Remote JMX has closed new sockets at once, from %s and perhaps others: too many are open")
    @Explained(
            cause = "There are more sockets than jmx.max-connections clients need, or many who do not log in. "
                    + "It is said once a minute at most.",
            action = "Raise jmx.max-connections where these are yours; else let a firewall keep others from the port.")
    void crowded(String address);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141645, value = "Remote JMX could not look after its connections")
    @Explained(
            cause = "An error of the server itself; the stack trace says where.",
            action = "Report it with the stack trace. It is tried again every second.")
    void lookFailed(@Cause Throwable cause);
}
