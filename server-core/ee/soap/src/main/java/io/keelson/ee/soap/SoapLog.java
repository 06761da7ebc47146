package io.keelson.ee.soap;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of SOAP: 240000 to 240099. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface SoapLog extends BasicLogger {
    /** The log of the room. */
    SoapLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), SoapLog.class, "io.keelson.soap");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 240000, value = "The web service endpoint %s of application %s is published as %s")
    @Explained(cause = "A module with a web service starts.", action = "None.")
    void published(String endpoint, String module, String name);
}
