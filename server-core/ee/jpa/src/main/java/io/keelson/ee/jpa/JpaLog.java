package io.keelson.ee.jpa;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of persistence units: 210000 to 210009. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface JpaLog extends BasicLogger {
    JpaLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), JpaLog.class, "io.keelson.jpa");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 210000, value = "Persistence unit %s of application %s is there: %d managed classes, provider %s")
    @Explained(cause = "An application with a persistence unit starts; the unit's factory was built.", action = "None.")
    void built(String unit, String application, int classes, String provider);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 210001, value = "The factory of persistence unit %s could not be closed")
    @Explained(
            cause = "The provider failed while the application was undeployed. What it keeps may stay in memory.",
            action = "Look at the cause; redeploy the application later, or restart the server if memory grows.")
    void closeFailed(String unit, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 210002, value = "%s asks for an extended persistence context and gets one of the transaction")
    @Explained(
            cause = "Only stateful session beans have extended persistence contexts (Jakarta Persistence 3.2, "
                    + "7.8.2). Elsewhere a context ends with its transaction, and entities are detached then.",
            action = "Take the type TRANSACTION, or move the context into a stateful bean.")
    void extendedOutsideOfStatefulBean(String place);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 210003,
            value = "%s: the data source '%s' of persistence unit %s is not there; the default data source serves it")
    @Explained(
            cause = "The unit names a data source that nobody defines: an administrator makes it on another "
                    + "server, or TomEE by itself. In development mode, or with naming.names-of-other-servers: "
                    + "on, the default data source takes its place.",
            action = "Define a data source with that name among its jndi-names in domain.yaml, or let the unit name"
                    + " java:comp/DefaultDataSource.")
    void defaultDataSource(String place, String name, String unit);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 210004, value = "The tables of persistence unit %s are made in the default data source (%s)")
    @Explained(
            cause = "The unit names a data source that nobody defines, so that the default data source serves it "
                    + "in development mode, and says nothing of its tables.",
            action = "None in development. Define the data source in domain.yaml, or set "
                    + "jakarta.persistence.schema-generation.database.action in persistence.xml.")
    void standInTables(String unit, String why);
}
