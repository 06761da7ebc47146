package io.keelson.jms.broker;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of JMS servers: 040120 to 040149. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface BrokerLog extends BasicLogger {
    BrokerLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), BrokerLog.class, "io.keelson.jms");

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 40120,
            value = "JMS server %s is open with %d messages, %d durable subscriptions and %d branches in doubt")
    @Explained(cause = "The JMS server has read its message store.", action = "None.")
    void open(String server, int messages, int subscriptions, int branches);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40121,
            value =
                    "JMS server %s did not end in good order: %d messages may have been delivered before and are marked as redelivered")
    @Explained(
            cause = "The server was killed or its machine failed. Nobody knows which messages consumers had.",
            action = "None. Consumers that must not process twice look at JMSRedelivered.")
    void unclean(String server, int messages);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40122,
            value = "The message store of JMS server %s ended in an unfinished write, which was cut off: %s")
    @Explained(
            cause = "The server was killed, or its machine failed, while it wrote. Nobody was told that this was kept.",
            action = "None.")
    void cut(String server, String what);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40123, value = "Message %s of %s has expired")
    @Explained(cause = "Nobody consumed it before its time was over.", action = "None.")
    void expired(String id, String destination);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40124, value = "Message %s of %s was delivered %d times without being acknowledged; it goes to %s")
    @Explained(
            cause =
                    "Its consumer fails or rolls back each time, so that the redelivery limit of the destination was reached.",
            action = "Look at the message in the error destination, and at the log of the consumer.")
    void exhausted(String id, String destination, int deliveries, String to);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40125,
            value = "The store of JMS server %s has %d messages for %s, which is not configured; they are kept")
    @Explained(
            cause = "The destination was taken out of the configuration.",
            action = "Configure it again to get the messages, or delete its messages with keelson jms.")
    void notConfigured(String server, int messages, String destination);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40126,
            value = "Message %s of %s cannot go to its error destination %s, which is not there; it is discarded")
    @Explained(
            cause = "The error destination is not configured on this server.",
            action = "Configure it, or another one.")
    void noErrorDestination(String id, String destination, String error);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40127,
            value =
                    "JMS server %s cannot page bodies of messages out of memory: %s; they stay there, and senders wait for room")
    @Explained(
            cause = "The paging directory has no room or cannot be written.",
            action = "Make room there, or consume the messages. Paging is tried again by itself.")
    void cannotPage(String server, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40128, value = "JMS server %s pages bodies of messages out of memory again")
    @Explained(cause = "The paging directory can be written again.", action = "None.")
    void pagesAgain(String server);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40129, value = "JMS server %s cannot read a body that it has paged out: %s; consumers wait for it")
    @Explained(
            cause = "The disk of the store or of the paging directory fails, or a file there was changed or removed.",
            action = "Look at the disk. The body is read again by itself. After a restart persistent messages are"
                    + " recovered from the store.")
    void cannotRead(String server, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40130, value = "The %s is above its threshold with %d messages and %d bytes; producers slow down")
    @Explained(
            cause = "Messages come faster than they are consumed.",
            action = "Look at the consumers, or add some. Producers are slowed down to flow-minimum of their connection"
                    + " factory meanwhile.")
    void above(String destination, long messages, long bytes);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40131, value = "The %s is below its threshold again with %d messages and %d bytes")
    @Explained(cause = "Its messages were consumed.", action = "None.")
    void below(String destination, long messages, long bytes);
}
