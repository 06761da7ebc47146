package io.keelson.ee.validation;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of validation: 230000 to 230019. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ValidationLog extends BasicLogger {
    ValidationLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ValidationLog.class, "io.keelson.validation");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 230000, value = "The validator factory of %s could not be closed")
    @Explained(
            cause = "The validation provider, or a class of the application that validation.xml names, failed at"
                    + " undeployment.",
            action = "Look at the cause; it comes from the application. Undeployment goes on.")
    void closeFailed(String module, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 230001,
            value = "The validation API could not be made to forget the provider of an application that was undeployed")
    @Explained(
            cause = "An application that brings a validation provider was undeployed, and the API in lib/ is another"
                    + " one than the server's.",
            action = "Install the distribution again; until then the application's classes stay in memory until it runs"
                    + " short.")
    void notForgotten(@Cause Throwable cause);
}
