package io.keelson.jms.store;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of message stores: 040100 to 040119. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface StoreLog extends BasicLogger {
    StoreLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), StoreLog.class, "io.keelson.jms.store");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 40100,
            value = "The message store %s could not make sure of a write and takes no persistent messages any more: %s")
    @Explained(
            cause = "The disk failed. What was acknowledged before is kept; nobody knows of the last write.",
            action = "Mend or replace the disk, then start the server again: it recovers what the store has.")
    void failed(String store, String problem, @Cause Throwable error);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40101,
            value = "The message store %s goes on without a copy on another server, for %s: what is "
                    + "acknowledged from now on is on the disk of this server only")
    @Explained(
            cause =
                    "The server with the copy is gone, or none has had one yet, and replica-missing of the section jms is 'alone'.",
            action = "Start another server of the cluster. It gets a copy by itself, which is said. Set "
                    + "replica-missing to wait where no message may be on one disk only.")
    void alone(String store, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40102, value = "The server %2$s has a whole copy of the message store %1$s")
    @Explained(cause = "A new copy has everything that the owner has.", action = "None.")
    void copied(String store, String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40103, value = "The copy of the message store %s on the server %s is lost: %s")
    @Explained(
            cause = "The connection ended, or the server did not acknowledge in time.",
            action = "None. Another copy is begun by itself where there is another server.")
    void copyLost(String store, String server, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40104, value = "This server's copy of the message store %s has ended: %s")
    @Explained(
            cause = "Its disk failed, or its files are damaged.",
            action = "Look at the reason. The owner tries again.")
    void replicaEnded(String store, String problem);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40105,
            value =
                    "The message store %s waits for a copy on another server: persistent messages are not acknowledged until there is one")
    @Explained(
            cause = "The server with the copy is gone, and replica-missing of the section jms is 'wait'.",
            action = "Start another server of the cluster.")
    void waitsForCopy(String store);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 40106,
            value =
                    "The message store %s cannot write, as the database of the data source '%s' is away: %s (tried again all the time)")
    @Explained(
            cause = "The database does not answer. Persistent messages are not acknowledged meanwhile; sends wait for"
                    + " message-write-timeout of the section jms and fail then.",
            action = "Bring the database back. The store goes on by itself.")
    void databaseAway(String store, String source, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40107, value = "The message store %s writes again: the database of the data source '%s' answers")
    @Explained(cause = "What KLS-040106 reported is over.", action = "None.")
    void databaseBack(String store, String source);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40108, value = "The message store %s in a database takes no persistent messages any more: %s")
    @Explained(
            cause =
                    "The tables of the store were changed by somebody else, or nobody knows whether the last write is kept.",
            action = "None where the database was away: then the JMS server is opened again by itself. Otherwise look"
                    + " at the tables, and start the server again.")
    void databaseFailed(String store, String problem, @Cause Throwable error);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40109, value = "The message store %s takes no persistent messages of this server any more: %s")
    @Explained(
            cause = "This server was paused, or cut off from the others, until its lease ended, and another server has"
                    + " opened the store. The write was refused, so that nothing was written twice.",
            action = "None. Clients go on at the new owner.")
    void taken(String store, String problem);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 40110,
            value =
                    "The message store %s cannot write: %s. What should be kept is refused until it can be written again")
    @Explained(
            cause =
                    "The disk is full, or takes nothing. Sends of persistent messages fail, and transactions with them are"
                            + " rolled back. What was acknowledged before is kept.",
            action = "Give the disk room. The store goes on by itself.")
    void refuses(String store, String problem);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40111, value = "The message store %s writes again, after %d writes that were refused")
    @Explained(cause = "What KLS-040110 reported is over.", action = "None.")
    void writesAgain(String store, long refused);
}
