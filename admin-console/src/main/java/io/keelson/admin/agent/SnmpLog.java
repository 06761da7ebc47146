package io.keelson.admin.agent;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the agent of SNMP: 141630 to 141639. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface SnmpLog extends BasicLogger {
    SnmpLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), SnmpLog.class, "io.keelson.admin.agent");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141630, value = "The agent of SNMP answers at %s, port %d (UDP)")
    @Explained(cause = "servers.NAME.snmp-port says so.", action = "None.")
    void answers(String address, int port);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141631, value = "The agent of SNMP cannot be opened: %s")
    @Explained(
            cause = "Its port is taken or its address is none of this machine's, or the server's directory "
                    + "cannot be written. The server runs on.",
            action =
                    "Correct snmp.listen-address, servers.NAME.snmp-port or the directory's rights, and restart the server.")
    void notOpened(String why);
}
