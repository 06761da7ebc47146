package io.keelson.component.work;

import io.keelson.base.log.Explained;
import io.keelson.component.descriptor.Location;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about the work managers of modules: 101150. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface WorkLog extends BasicLogger {
    WorkLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), WorkLog.class, "io.keelson.component");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101150, value = "application %s, %s: there is no work manager '%s'%s; '%s' is used instead")
    @Explained(
            cause = "A dispatch policy names a work manager that neither weblogic.xml nor the domain defines.",
            action = "Correct the name, or define the work manager in weblogic.xml or in work-managers of domain.yaml.")
    void unknownPolicy(String application, Location location, String policy, String hint, String instead);
}
