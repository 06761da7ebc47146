package io.keelson.websocket.session;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about WebSocket endpoints: 101180 to 101189. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface SocketLog extends BasicLogger {
    SocketLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), SocketLog.class, "io.keelson.websocket");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101180, value = "The WebSocket endpoint %s of application %s failed")
    @Explained(
            cause =
                    "The endpoint, one of its decoders or encoders threw an exception, and the endpoint has no method for errors.",
            action = "Look at the exception; it comes from the application. The connection stays open.")
    void endpointFailed(String endpoint, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101181, value = "The error method of the WebSocket endpoint %s of application %s failed")
    @Explained(
            cause =
                    "The endpoint's method for errors threw an exception itself. What it was to handle is suppressed in it.",
            action = "Look at the exception; it comes from the application.")
    void errorMethodFailed(String endpoint, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101182, value = "A SendHandler of application %s failed")
    @Explained(
            cause = "The handler that the application gave to a send threw an exception.",
            action = "Look at the exception; it comes from the application.")
    void sendHandlerFailed(String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101183, value = "A WebSocket connection of application %s could not be served")
    @Explained(
            cause = "The server failed while it served the connection. The connection was broken off.",
            action = "Report it with the exception.")
    void notServed(String application, @Cause Throwable cause);
}
