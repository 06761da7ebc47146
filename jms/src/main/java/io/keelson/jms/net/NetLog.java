package io.keelson.jms.net;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of links over the network: 040180 to 040189. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface NetLog extends BasicLogger {
    NetLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), NetLog.class, "io.keelson.jms.net");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40180, value = "The JMS connection of %s is cut: %s")
    @Explained(
            cause = "The peer sent a frame that this version cannot read. It is of another version, or no JMS client.",
            action = "Use a client of the server's version. Where the peer is unknown, find out who it is.")
    void badFrame(String peer, String what);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40181, value = "The connection of %s to the JMS server was lost (%s) and is there again after %d ms")
    @Explained(
            cause =
                    "A server was stopped or killed, or the network failed. Another member may have taken the JMS server.",
            action = "None. Messages that were not acknowledged come again, marked as redelivered.")
    void again(String factory, String why, long millis);
}
