package io.keelson.servlet.descriptor;

import io.keelson.base.log.Explained;
import io.keelson.component.descriptor.Location;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about descriptors of web modules: 101102 to 101119. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface WebDescriptorLog extends BasicLogger {
    WebDescriptorLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), WebDescriptorLog.class, "io.keelson.servlet");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101102, value = "application %s, %s: <%s> has no effect in a web fragment and is ignored")
    @Explained(
            cause = "The specification gives the element a meaning in WEB-INF/web.xml only.",
            action = "Move it to WEB-INF/web.xml if it is wanted.")
    void onlyInWebXml(String application, Location location, String element);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101103, value = "application %s, %s: version %s is not known; the descriptor is read as version %s")
    @Explained(
            cause = "The version attribute names none of 2.2 to 6.1, or there is none.",
            action = "Set version to that of the schema that the descriptor follows.")
    void unknownVersion(String application, Location location, String version, String readAs);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101104, value = "application %s: library %s is left out by the absolute-ordering of %s")
    @Explained(
            cause = "web.xml orders its fragments absolutely and names neither this one nor the others.",
            action = "None, if that is meant; else add the fragment's name or <others/>.")
    void leftOut(String application, String library, Location location);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 101105,
            value =
                    "application %s: the initializer %s (%s) is left out, as it works inside another server only; this server's own"
                            + " WebSockets serve the application's endpoints")
    @Explained(
            cause =
                    "The application brings the WebSocket implementation of another server, which needs that server's connections.",
            action = "None. To be rid of the message, build the application without that library.")
    void ofAnotherServer(String application, String initializer, String source);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101106,
            value =
                    "application %s: what its own descriptors say of sessions is not applied, as the web applications of the EAR"
                            + " share them: %s says it for all")
    @Explained(
            cause =
                    "With sharing-enabled there is one session, and one cookie, for all web applications of the EAR. The"
                            + " session-config of a web.xml and the session-descriptor of a weblogic.xml cannot hold for one of them.",
            action = "Move what is wanted into the session-descriptor of META-INF/weblogic-application.xml.")
    void sessionsOfEnterprise(String application, String file);
}
