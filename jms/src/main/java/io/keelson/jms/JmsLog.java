package io.keelson.jms;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
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
            action = "Do what the message says, then start the server again.")
    void notOpen(String problem, @Cause Throwable error);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 40161, value = "'%s' of JMS cannot be bound as %s: %s")
    @Explained(cause = "Something else has the name in the server tree.", action = "Choose another of jndi-names.")
    void notBound(String what, String name, String problem);
}
