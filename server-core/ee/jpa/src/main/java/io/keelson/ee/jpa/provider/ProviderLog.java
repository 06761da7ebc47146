package io.keelson.ee.jpa.provider;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of persistence providers: 210010 to 210019. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ProviderLog extends BasicLogger {
    ProviderLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ProviderLog.class, "io.keelson.jpa");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 210010,
            value = "%s: the provider '%s' of persistence unit %s is not in the application; Hibernate serves the unit")
    @Explained(
            cause = "The unit names a provider that other servers ship, and the application does not bring "
                    + "it. Of its settings only the generation of the schema is understood.",
            action =
                    "Remove the provider from persistence.xml, or put its library into the application where something of it is needed.")
    void otherServersProvider(String place, String provider, String unit);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 210011,
            value =
                    "Persistence unit %s: the dialect %s is not in the server's Hibernate; that of the database is used")
    @Explained(
            cause = "The setting hibernate.dialect names a class that an earlier version of Hibernate had.",
            action = "None; to be rid of the message remove the setting.")
    void dialectOfEarlierVersion(String unit, String dialect);
}
