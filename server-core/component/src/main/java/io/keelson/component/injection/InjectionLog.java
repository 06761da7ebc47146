package io.keelson.component.injection;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of component making: 101090 and 101091. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface InjectionLog extends BasicLogger {
    InjectionLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), InjectionLog.class, "io.keelson.component");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101090, value = "The @PreDestroy method of %s failed")
    @Explained(
            cause = "A component of an application threw an exception when it was taken out of service.",
            action = "Look at the exception; it comes from the application. Undeployment goes on.")
    void preDestroyFailed(String component, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101091,
            value = "@Resource %s of %s is not injected: nothing is bound as %s, and it does not say what is meant")
    @Explained(
            cause = "The class asks for a resource that no descriptor declares and that this server does not "
                    + "provide by its type; or another framework is meant to inject it.",
            action =
                    "Declare an env-entry or a resource-ref of that name, or say lookup; else expect the component to find nothing there.")
    void resourceMissing(String property, String type, String name);
}
