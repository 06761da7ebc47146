package io.keelson.ee.cdi;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of CDI. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface CdiLog extends BasicLogger {
    CdiLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), CdiLog.class, "io.keelson.ee.cdi");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 220001, value = "The CDI container of application '%s' did not end as it should")
    @Explained(
            cause = "A bean or an extension of the application threw an exception when the container "
                    + "destroyed it, or the container had not started whole.",
            action = "Look at the exception; it comes from the application. Undeployment goes on.")
    void endFailed(String application, @Cause Throwable cause);
}
