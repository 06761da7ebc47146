package io.keelson.component.descriptor;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about the descriptors of every kind of module: 101100, 101101, 101107 and 101108. */
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

    /** Reports a file of another server that defines resources. */
    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101107, value = "application %s: %s, a file for another server, defines %s here too")
    @Explained(
            cause =
                    "The application has a file in which another server finds definitions of data sources or destinations.",
            action = "None. To be independent of servers, use @DataSourceDefinition, @JMSDestinationDefinition "
                    + "or the elements of the standard descriptors.")
    void otherServersResources(String application, String file, List<String> names);

    /** Reports a descriptor of another server. */
    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101108, value = "application %s: %s, a descriptor for another server, was read: %s; left out: %s")
    @Explained(
            cause = "The application has a descriptor of another server. Context root, names of resources and "
                    + "roles are taken from it, unless weblogic.xml says them.",
            action = "Look whether the application needs what was left out. It has no meaning here.")
    void otherServersDescriptor(String application, String file, List<String> used, Set<String> left);
}
