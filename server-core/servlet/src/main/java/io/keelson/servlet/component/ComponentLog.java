package io.keelson.servlet.component;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of component making: 101090 to 101099. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ComponentLog extends BasicLogger {
    ComponentLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ComponentLog.class, "io.keelson.servlet");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101090, value = "The @PreDestroy method of %s failed")
    @Explained(
            cause = "A component of an application threw an exception when it was taken out of service.",
            action = "Look at the exception; it comes from the application. Undeployment goes on.")
    void preDestroyFailed(String component, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101091, value = "@Resource %s of %s is not injected: there is no env-entry %s with a value")
    @Explained(
            cause =
                    "The class asks for a resource. This server has simple environment entries and no other resources yet.",
            action =
                    "Declare an env-entry of that name in web.xml where a simple value is meant; else expect the component"
                            + " to find nothing there.")
    void resourceMissing(String property, String type, String name);
}
