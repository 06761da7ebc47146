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

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250102, value = "The OpenAPI document of %s cannot be made")
    @Explained(
            cause =
                    "The static file is no OpenAPI document, the model reader or the filter threw, or the annotations say"
                            + " something that cannot be.",
            action = "Look at the cause, correct the application and deploy it again.")
    void documentFailed(String module, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250103, value = "The OpenAPI document of %s is not part of the server's: %s")
    @Explained(
            cause =
                    "Documents of several modules are merged under /openapi, and this one contradicts one of the others.",
            action = "Read it at /openapi below the context root of the module, or change what the message names.")
    void notMerged(String module, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250104, value = "The OpenAPI documents of the applications cannot be merged")
    @Explained(
            cause = "One of the documents has a form that the merging does not expect.",
            action = "Read the documents at /openapi below the context roots of the modules, and report the cause.")
    void mergeFailed(@Cause Throwable cause);
}
