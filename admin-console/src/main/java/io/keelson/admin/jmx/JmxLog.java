package io.keelson.admin.jmx;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of JMX: 141084 to 141087. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface JmxLog extends BasicLogger {
    JmxLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), JmxLog.class, "io.keelson.admin.jmx");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141084, value = "The MBean %s could not be registered: %s")
    @Explained(
            cause = "There is one of that name already: another server of the same name is in this JVM, or an "
                    + "application has registered it.",
            action = "Give the servers of one JVM different names. Everything else works.")
    void notRegistered(String name, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141085, value = "The MBeans could not be brought up to date")
    @Explained(
            cause = "An error of the server itself, or of a room that shows its state; the stack trace says where.",
            action = "Report it with the stack trace. It is tried again every two seconds.")
    void failed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141086, value = "By JMX it was asked for '%s' of %s, by '%s'")
    @Explained(
            cause = "Somebody has called an operation or set an attribute: a user by the remote connector, or "
                    + "'management', who is whoever may attach to the process.",
            action = "None. The audit log has it too.")
    void asked(String operation, String bean, String user);
}
