package io.keelson.component.executor;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about executors of the domain: 101155. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ExecutorLog extends BasicLogger {
    ExecutorLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ExecutorLog.class, "io.keelson.component");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101155, value = "%s of the domain cannot be bound by the name '%s': %s")
    @Explained(
            cause = "Something else in this server has the name, or a step of it.",
            action = "Give one of the two another name in jndi-names of domain.yaml.")
    void notBound(String what, String name, String reason);
}
