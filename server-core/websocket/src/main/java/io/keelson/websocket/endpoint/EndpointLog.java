package io.keelson.websocket.endpoint;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about the parts of WebSocket endpoints: 101190 to 101199. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface EndpointLog extends BasicLogger {
    EndpointLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), EndpointLog.class, "io.keelson.websocket");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101190,
            value = "The decoder or encoder %s of application %s failed while it was taken out of service")
    @Explained(
            cause = "The destroy method of the decoder or encoder threw an exception.",
            action = "Look at the exception; it comes from the application.")
    void coderDestroyFailed(String coder, String application, @Cause Throwable cause);
}
