package io.keelson.servlet.work;

import io.keelson.base.log.Explained;
import io.keelson.component.descriptor.Location;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about the work managers of servlets: 101151 to 101159. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface DispatchLog extends BasicLogger {
    DispatchLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), DispatchLog.class, "io.keelson.servlet");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101151, value = "application %s, %s: there is no servlet '%s'%s; its dispatch-policy has no effect")
    @Explained(
            cause = "A servlet-descriptor of weblogic.xml names a servlet that the application does not have.",
            action = "Correct the name, or remove the element.")
    void unknownServlet(String application, Location location, String servlet, String hint);
}
