package io.keelson.ee.connectors;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of resource adapters. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ConnectorsLog extends BasicLogger {
    ConnectorsLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), ConnectorsLog.class, "io.keelson.ee.connectors");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 260020, value = "Resource adapter %s started; its objects: %s")
    @Explained(cause = "A resource adapter was deployed. The names are those of the server's tree.", action = "None.")
    void started(String adapter, String names);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 260021, value = "Resource adapter %s could not be stopped cleanly")
    @Explained(
            cause = "The adapter threw an exception while it was stopped.",
            action = "Look at the exception; it comes from the adapter.")
    void stopFailed(String adapter, @Cause Throwable why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 260022,
            value = "Message-driven bean %s sets '%s', which the activation of resource adapter %s does not know")
    @Explained(
            cause = "An activation property of the bean is none of the adapter's ActivationSpec; it is left out.",
            action = "Correct the name, or remove the property.")
    void unknownActivation(String bean, String property, String adapter);
}
