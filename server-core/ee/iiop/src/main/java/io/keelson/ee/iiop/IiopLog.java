package io.keelson.ee.iiop;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of RMI-IIOP: 240100 to 240199. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface IiopLog extends BasicLogger {
    /** The log of the room. */
    IiopLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), IiopLog.class, "io.keelson.iiop");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 240100, value = "Application %s is reachable by IIOP as %s")
    @Explained(cause = "A module with remote views starts, and the server's iiop is enabled.", action = "None.")
    void published(String application, String names);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 240101, value = "The view %s is not reachable by IIOP: %s")
    @Explained(
            cause =
                    "RMI-IIOP carries interfaces that extend java.rmi.Remote and whose methods throw java.rmi.RemoteException.",
            action =
                    "None where clients use other protocols; else give the bean a home, or let the interface extend java.rmi.Remote.")
    void notReachable(String view, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 240102,
            value = "The object request broker cannot start: IIOP is not served until the server is restarted")
    @Explained(cause = "The cause is in the log.", action = "Remove the cause and restart the server.")
    void brokerFailed(@Cause Throwable cause);
}
