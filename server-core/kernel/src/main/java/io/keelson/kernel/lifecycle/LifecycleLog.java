package io.keelson.kernel.lifecycle;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the life cycle: 000300 to 000319 and 000360 to 000389. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface LifecycleLog extends BasicLogger {
    LifecycleLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), LifecycleLog.class, "io.keelson.kernel.lifecycle");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 360, value = "Server '%s' started in RUNNING mode in %d ms: %s")
    @Explained(cause = "All subsystems have started; each is named with the time it took.", action = "None.")
    void running(String server, long millis, String subsystems);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 362, value = "Server '%s' failed to start: %s")
    @Explained(
            cause = "A subsystem could not start. What had started before it was stopped again.",
            action = "Do what the message of the subsystem (000386) says, and start again.")
    void failed(String server, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 365, value = "Server '%s' is now in the state %s")
    @Explained(cause = "The server goes through its life cycle.", action = "None.")
    void state(String server, ServerState state);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 386, value = "Subsystem '%s' failed to %s: %s")
    @Explained(
            cause = "The subsystem threw the exception that is shown.",
            action = "The message of the exception says what was attempted on what, and what to do.")
    void subsystemFailed(@Cause Throwable cause, String subsystem, String step, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 301, value = "Server '%s' shuts down (%s)")
    @Explained(cause = "Somebody stopped the server, by the command line, management or a signal.", action = "None.")
    void shutsDown(String server, ShutdownMode mode);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 302, value = "The graceful shutdown of server '%s' was cut short: work in flight is cut off")
    @Explained(cause = "A second signal or a forced shutdown came during a graceful one.", action = "None.")
    void forced(String server);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 303, value = "Subsystem '%s' did not %s in time and is left behind; it stands at:%s")
    @Explained(
            cause = "The subsystem did not return after its deadline and a grace of some seconds.",
            action = "Report the stack. The process ends nevertheless, with an exit code that is not 0.")
    void subsystemHangs(String subsystem, String step, String stack);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 304, value = "A listener of the server's state failed at the change to %s")
    @Explained(cause = "The listener threw the exception that is shown.", action = "Report it.")
    void listenerFailed(@Cause Throwable cause, ServerState state);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 305, value = "Subsystem '%s' failed while it %s the configuration")
    @Explained(
            cause = "A subsystem threw where it may not, so the change may be half applied.",
            action = "Restart the server, and report the exception.")
    void configurationFailed(@Cause Throwable cause, String subsystem, String step);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 306, value = "Server '%s' has failed and ends: %s")
    @Explained(
            cause = "What the configuration says about overload came to pass.",
            action = "Start the server again, and look at what was logged before.")
    void gaveUp(String server, String reason);
}
