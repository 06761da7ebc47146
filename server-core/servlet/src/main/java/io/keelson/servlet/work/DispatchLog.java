package io.keelson.servlet.work;

import io.keelson.base.log.Explained;
import io.keelson.servlet.descriptor.Location;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about the work managers of applications: 101150 to 101159. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface DispatchLog extends BasicLogger {
    DispatchLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), DispatchLog.class, "io.keelson.servlet");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101150, value = "application %s, %s: there is no work manager '%s'%s; '%s' is used instead")
    @Explained(
            cause = "A dispatch policy names a work manager that neither weblogic.xml nor the domain defines.",
            action = "Correct the name, or define the work manager in weblogic.xml or in work-managers of domain.yaml.")
    void unknownPolicy(String application, Location location, String policy, String hint, String instead);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101151, value = "application %s, %s: there is no servlet '%s'%s; its dispatch-policy has no effect")
    @Explained(
            cause = "A servlet-descriptor of weblogic.xml names a servlet that the application does not have.",
            action = "Correct the name, or remove the element.")
    void unknownServlet(String application, Location location, String servlet, String hint);
}
