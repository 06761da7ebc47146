package io.keelson.cluster.internal.database;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of leases by a database: 300320 to 300339. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface DatabaseLog extends BasicLogger {
    DatabaseLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), DatabaseLog.class, "io.keelson.cluster.lease.database");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 300320, value = "The database of the leases cannot be used: %s (tried again all the time)")
    @Explained(
            cause = "The database is away, does not answer within two seconds, or refuses the table. Nothing"
                    + " is granted meanwhile; what is held ends in time.",
            action = "Bring the database back. Work goes on by itself.")
    void away(String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 300321, value = "The database of the leases answers again")
    @Explained(cause = "What KLS-300320 reported is over.", action = "None.")
    void back();
}
