package io.keelson.jms;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.util.Set;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of JMS in a server: 040160 to 040179. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface JmsLog extends BasicLogger {
    JmsLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), JmsLog.class, "io.keelson.jms");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40160, value = "The JMS server cannot open its message store and stays closed: %s")
    @Explained(
            cause =
                    "The store is damaged, in use by another process, or its disk cannot be read. The rest of the server works.",
            action =
                    "Do what the message says, then start the server again. What can be read of a damaged store in files is"
                            + " copied by io.keelson.jms.broker.RescueStore, see the page Messages. A store in a database is opened"
                            + " by itself when that can be.")
    void notOpen(String problem, @Cause Throwable error);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40162, value = "This server has lost the lease of the JMS server %s and has closed it: %s")
    @Explained(
            cause = "The server was paused or cut off from the cluster, so that another member may own the JMS server.",
            action = "None. Clients connect again, to whoever owns it.")
    void leaseLost(String server, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40163, value = "The JMS server %s, whose server is gone, is taken over from %s")
    @Explained(
            cause = "A member of the cluster is gone and has a message store that this server can reach.",
            action = "None. When the member is back it gets its JMS server back.")
    void taken(String server, String directory);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 40164, value = "The JMS server %s is given back: its server is there again")
    @Explained(cause = "The member of the cluster is back.", action = "None.")
    void givenBack(String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40165, value = "Messages of the %s on the JMS server %s cannot be forwarded to %s: %s")
    @Explained(
            cause =
                    "A member of the distributed queue without consumers has messages, and another one with consumers does not take them.",
            action = "Look at the reason. It is tried again.")
    void notForwarded(String queue, String from, String to, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40161, value = "'%s' of JMS cannot be bound as %s: %s")
    @Explained(cause = "Something else has the name in the server tree.", action = "Choose another of jndi-names.")
    void notBound(String what, String name, String problem);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40168, value = "This server does not speak AMQP, as it does not have the part 'amqp'")
    @Explained(
            cause = "servers.NAME.amqp.enabled is true, and the installation has no directory parts/amqp.",
            action = "Install the server whole, or set amqp.enabled to false.")
    void noAmqp();

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40171, value = "This server does not speak STOMP, as it does not have the part 'stomp'")
    @Explained(
            cause = "servers.NAME.stomp.enabled is true, and the installation has no directory parts/stomp.",
            action = "Install the server whole, or set stomp.enabled to false.")
    void noStomp();

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 40166, value = "application %s: the properties %3$s of the JMS resource %2$s are left out")
    @Explained(
            cause = "The application defines a destination or a connection factory with properties that this "
                    + "server does not have. They are another server's.",
            action = "None, unless the application depends on one of them.")
    void otherServersProperties(String application, String name, Set<String> properties);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40167,
            value =
                    "The JMS server %s is closed, as nobody knows whether the last write is in its database; it is opened again")
    @Explained(
            cause = "The database went away in the middle of a commit, and did not come back in time.",
            action = "Bring the database back. Clients connect again; what was acknowledged is there.")
    void opensAgain(String server);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 40169,
            value = "No server that is there has the whole message store of the JMS server %s; only %s have, "
                    + "and its destinations wait for one of them")
    @Explained(
            cause =
                    "The owner of a replicated store and the server with its copy are gone, or the owner was alone when it went.",
            action = "Start one of the servers that the message names. Nothing that was acknowledged is lost "
                    + "while one of them has its disk.")
    void nobodyHasStore(String server, String holders);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 40170,
            value = "Messages of units of order of the %s wait on the JMS server %s, where nobody consumes; "
                    + "they are not forwarded to other servers")
    @Explained(
            cause = "With unit-of-order-routing: hash each unit of order is on one server of the queue, and "
                    + "its messages stay there, as they would lose their order otherwise.",
            action =
                    "Let consumers connect to each server of the queue, or name fewer servers, or set unit-of-order-routing: local.")
    void idleUnits(String queue, String server);
}
