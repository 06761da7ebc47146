package io.keelson.component.environment;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of naming environments: 101092 to 101099. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface EnvironmentLog extends BasicLogger {
    EnvironmentLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), EnvironmentLog.class, "io.keelson.component");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101092, value = "application %s, %s: <%s> '%s' leads to nothing: %s")
    @Explained(
            cause =
                    "The application refers to something that this server does not have, or that nobody maps to anything.",
            action = "Map it with lookup-name in web.xml or with resource-description in weblogic.xml; if the "
                    + "application does without it, none. A lookup of the name fails.")
    void referenceUnresolved(String application, String place, String kind, String name, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101093,
            value = "application %s: the data source '%s' (%s) is mapped to nothing and is the default data source")
    @Explained(
            cause =
                    "A resource-ref of a data source says neither lookup-name nor is it in weblogic.xml, and "
                            + "no data source of that name is bound. The specification then asks for java:comp/DefaultDataSource.",
            action =
                    "Map it to the data source that is meant. If the default is meant, say lookup-name java:comp/DefaultDataSource.")
    void defaultDataSource(String application, String name, String place);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101094,
            value = "application %s: the %s '%s' (%s) is not made: this server has nobody who makes such resources")
    @Explained(
            cause = "The application defines a resource, and the part of the server that would make it is not there.",
            action = "Use the whole distribution. A lookup of the name fails.")
    void definitionNotMade(String application, String kind, String name, String place);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101095, value = "application %s, %s: the %s '%s' is not made: %s")
    @Explained(
            cause = "A file that Tomcat or TomEE reads (context.xml, resources.xml) defines a resource that "
                    + "cannot be made here, as a driver is missing that lies in that server's own directory.",
            action = "Put the driver into the application or into DOMAIN/lib. If the application does without "
                    + "the resource, none. A lookup of the name fails.")
    void tomcatsResourceNotMade(String application, String place, String kind, String name, String why);
}
