package io.keelson.resource;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.util.Set;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of data sources: 001100 to 001199. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ResourceLog extends BasicLogger {
    ResourceLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ResourceLog.class, "io.keelson.resource");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1124, value = "Data source %s is there as %s, with at most %d connections to %s")
    @Explained(
            cause =
                    "A data source of the domain or of an application was made and bound. Its database need not be there yet.",
            action = "None.")
    void made(String name, String names, int most, String url);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1128, value = "Data source %s is closed")
    @Explained(
            cause = "The server stops, the application that defines it is undeployed, or it is in the "
                    + "configuration no more and all its connections have come back.",
            action = "None.")
    void closed(String name);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1129,
            value =
                    "Data source %s cannot connect to %s: %s. It tries again until it can; connections are refused meanwhile")
    @Explained(
            cause =
                    "The database is not running, not reachable, or refuses the user. Said once; the end of it is 001130.",
            action = "Start the database, or correct url, user and password of the data source.")
    void unreachable(String name, String url, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1130, value = "Data source %s has reached %s again after %d s")
    @Explained(cause = "The database is back.", action = "None.")
    void back(String name, String url, long seconds);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 1131, value = "Data source %s cannot be used: %s")
    @Explained(
            cause = "There is no driver for it, or its password cannot be read. The server goes on; whoever "
                    + "asks it for a connection gets this reason.",
            action = "Do what the message says and start the server again.")
    void broken(String name, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1133,
            value =
                    "A connection of data source %s has been in use for more than %d s; it was taken by the thread %s at")
    @Explained(
            cause = "Code has not closed a connection, or works with it for longer than leak-report-after. "
                    + "The stack shows who took it. The connection is left alone.",
            action = "Close connections in a try-with-resources statement, or set leak-report-after to more.")
    void leak(String name, long seconds, String thread, @Cause Throwable taken);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 1134, value = "Data source %s is closed with %d connections in use; they are cut off")
    @Explained(
            cause = "The server stops, or an application is undeployed, and its time for work in flight is over.",
            action = "Give graceful-shutdown-timeout more, or find out what takes so long.")
    void cutOff(String name, int connections);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 1135, value = "Data source %s cannot be bound as %s: %s")
    @Explained(
            cause = "The name is taken, or is the name of a context.",
            action = "Give the data source other jndi-names.")
    void notBound(String name, String as, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1136,
            value =
                    "The default data source (java:comp/DefaultDataSource) is an embedded database in %s; it is not for production")
    @Explained(
            cause =
                    "An application uses the default data source, and the domain does not describe one. In "
                            + "production mode this is a warning because the database is one file of one server, without backup.",
            action = "Describe data-sources.DefaultDataSource in domain.yaml.")
    void embeddedInProduction(String directory);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1137, value = "Data source %s has another pool from now on, with at most %d connections to %s")
    @Explained(
            cause = "A change of the configuration says that it connects otherwise. Whoever asks for a "
                    + "connection from now on gets one of the new pool; those in use stay usable for the "
                    + "data source's drain-timeout.",
            action = "None.")
    void replaced(String name, int most, String url);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1138, value = "Data source %s is bound as %s from now on")
    @Explained(cause = "A change of the configuration gives it other jndi-names.", action = "None.")
    void renamed(String name, String names);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1139, value = "Data source %s is no longer bound; connections in use may be used for %d s")
    @Explained(cause = "A change of the configuration takes it from this server.", action = "None.")
    void removed(String name, long seconds);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1140,
            value = "%2$d connections of a pool that data source %1$s had before its configuration changed are cut off")
    @Explained(
            cause = "They were still in use when the drain-timeout of the data source was over, or the server "
                    + "stops. Whoever has one gets an SQLException.",
            action = "Give drain-timeout more, or find out what holds connections for so long.")
    void earlierCutOff(String name, int connections);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1141, value = "Data source %s has other sizes or times from now on, with at most %d connections")
    @Explained(cause = "A change of the configuration, which its pool takes while it runs.", action = "None.")
    void resized(String name, int most);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 1142, value = "The mail session %s of the domain is not bound as %s: %s")
    @Explained(
            cause = "At the server's start the name was taken by something else.",
            action = "Give the mail session other jndi-names, or the other thing another name.")
    void mailSessionNotBound(String name, String jndiName, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 1143, value = "application %s: the properties %3$s of the data source %2$s are left out")
    @Explained(
            cause = "The application defines the data source with properties that the class of its driver "
                    + "does not have: misspelled ones, or settings of another server's pool.",
            action = "Look for misspelled names. Else none, unless the application depends on one of them. The "
                    + "standard elements, as max-pool-size, are applied.")
    void otherServersProperties(String application, String name, Set<String> properties);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1144, value = "Multi data source %s is there as %s, over %s")
    @Explained(cause = "The configuration describes it.", action = "None.")
    void multiMade(String name, String names, String members);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 1145, value = "Multi data source %s passes over its member %s: %s")
    @Explained(
            cause =
                    "The database of the member is not reached, or the member cannot be used. Connections come from the others.",
            action = "Look at the member's database. The member is used again by itself when it is reached.")
    void memberOut(String name, String member, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1146, value = "Multi data source %s uses its member %s again")
    @Explained(cause = "The database of the member is reached again.", action = "None.")
    void memberBack(String name, String member);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1147,
            value = "application %s: the driver %s of the data source %s is not there; H2 has its database: %s")
    @Explained(
            cause = "The application defines a database in memory, of HSQLDB or Derby, and brings no driver "
                    + "for it: its own server has one. H2's databases in memory take the place.",
            action =
                    "Put the driver into the application or into DOMAIN/lib where the application needs that database.")
    void memoryOfH2(String application, String driver, String name, String url);
}
