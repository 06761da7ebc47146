package io.keelson.component.descriptor;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about the descriptors of every kind of module: 101100 and 101101. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface DescriptorLog extends BasicLogger {
    /** The logger of this category. */
    DescriptorLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), DescriptorLog.class, "io.keelson.component");

    /** Reports an element that the schema does not have. */
    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101100, value = "application %s, %s: <%s> is not known in <%s> and is ignored")
    @Explained(
            cause = "The descriptor has an element that its schema does not have, at least not there.",
            action = "Correct the spelling or the place of the element, or remove it.")
    void unknownElement(String application, Location location, String element, String parent);

    /** Reports an element without effect in this server. */
    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101101, value = "application %s, %s: <%s> is understood but this server does not apply it")
    @Explained(
            cause = "The descriptor asks for something that this server does not do yet.",
            action = "If the application depends on it, expect that part not to work.")
    void notApplied(String application, Location location, String element);
}
