package io.keelson.ee.microprofile;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of MicroProfile: 250100 to 250119. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface MicroProfileLog extends BasicLogger {
    MicroProfileLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), MicroProfileLog.class, "io.keelson.microprofile");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250100, value = "%s is the context root of an application; what %s has for it is not served there")
    @Explained(
            cause = "An application uses MicroProfile, and another one is deployed at the path that the server would"
                    + " answer for it.",
            action = "Deploy the other application under another context root, then this one again.")
    void pathTaken(String path, String application);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250101, value = "The health checks of %s cannot be called")
    @Explained(
            cause = "The container of CDI of the application failed when it was asked for its health checks. The answer"
                    + " under /health says DOWN.",
            action = "Look at the cause; it comes from the application.")
    void checksFailed(String application, @Cause Throwable cause);
}
