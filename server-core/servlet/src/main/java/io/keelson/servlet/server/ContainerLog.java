package io.keelson.servlet.server;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the servlet container: 101000 to 101079. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface ContainerLog extends BasicLogger {
    ContainerLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ContainerLog.class, "io.keelson.servlet");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101010, value = "%s %s failed in application %s")
    @Explained(
            cause = "A servlet, filter or listener of the application threw an exception that nothing caught.",
            action = "Look at the exception; it comes from the application.")
    void requestFailed(String method, String path, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101011, value = "The error page %s of application %s failed")
    @Explained(
            cause = "The page that the application has for an error threw an exception itself. A plain page was sent.",
            action = "Look at the exception; it comes from the application.")
    void errorPageFailed(String page, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101012, value = "Servlet %s of application %s says that it is unavailable for %d s")
    @Explained(
            cause = "The servlet threw an UnavailableException. Requests for it are answered with 503 meanwhile.",
            action = "See why the servlet cannot serve; its message is in the exception.")
    void unavailable(String servlet, String application, int seconds, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101013, value = "Servlet %s of application %s says that it is unavailable for good")
    @Explained(
            cause = "The servlet threw an UnavailableException without a time. Requests for it are answered with 404.",
            action = "See why the servlet cannot serve, and redeploy the application.")
    void unavailableForGood(String servlet, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101014, value = "The listener %s of application %s failed")
    @Explained(
            cause = "A listener of the application threw an exception where no request can be answered with it.",
            action = "Look at the exception; it comes from the application.")
    void listenerFailed(String listener, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101015, value = "%s of application %s failed while it was taken out of service")
    @Explained(
            cause = "The destroy method of a servlet or filter, or a @PreDestroy method, threw an exception.",
            action = "Look at the exception; it comes from the application. Undeployment goes on.")
    void destroyFailed(String component, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101016, value = "%d requests of application %s were still running when it was stopped")
    @Explained(
            cause =
                    "The application was undeployed or the server shut down, and requests took longer than the time given.",
            action = "Look for slow or stuck requests, or give graceful shutdown more time.")
    void requestsCutOff(long requests, String application);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101017, value = "[%s] %s")
    @Explained(cause = "The application called ServletContext.log.", action = "None.")
    void application(String context, String message);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101018, value = "[%s] %s")
    @Explained(
            cause = "The application called ServletContext.log with an exception.",
            action = "It is the application's message; see its documentation.")
    void applicationFailure(String context, String message, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101019, value = "An asynchronous task or listener of application %s failed")
    @Explained(
            cause =
                    "A task given to AsyncContext.start, an AsyncListener, a ReadListener, a WriteListener or an upgrade"
                            + " handler threw an exception.",
            action = "Look at the exception; it comes from the application.")
    void asyncFailed(String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101020, value = "A request of application %s could not be ended")
    @Explained(
            cause = "The container failed while it ended a request. The connection was closed.",
            action = "Report it with the exception.")
    void exchangeFailed(String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101021,
            value =
                    "%s of application %s has not ended after %d ms; it is interrupted, and the undeployment goes on. It stands at:%s")
    @Explained(
            cause =
                    "The destroy method of a servlet or filter, contextDestroyed of a listener or a @PreDestroy method takes longer than"
                            + " servlet.destroy-timeout. Where the interrupt does not end it, its thread is left behind "
                            + "and keeps the application's classes in memory.",
            action = "See from the stack what it waits for. Raise servlet.destroy-timeout where it needs that time.")
    void endHangs(String component, String application, long millis, String stack);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101022,
            value =
                    "Servlet %s of application %s failed at the start: it answers 503, the rest of the application serves")
    @Explained(
            cause = "A servlet with load-on-startup could not be made or initialised.",
            action = "Look at the exception; it comes from the application. Redeploy the application when it "
                    + "is mended. To have such an application refused set servlet.fail-on-startup-error.")
    void servletFailedAtStart(String servlet, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101023,
            value =
                    "Application %s maps jakarta.ws.rs.core.Application to %s and has no resources: requests there are answered with 404")
    @Explained(
            cause = "A servlet-mapping asks for RESTful Web Services, but no class of the application has "
                    + "@Path, @Provider or extends Application.",
            action = "None if no resources are meant to be there; else annotate them, or remove the mapping.")
    void servletOfNoResources(String application, List<String> patterns);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 101024,
            value = "application %s: the listener %s (%s) is left out, as it starts the Faces of another server only")
    @Explained(
            cause =
                    "web.xml names the listener by which another server's Faces starts, and the application does not bring that class.",
            action = "None: this server's own Faces starts by itself. To be rid of the message remove the listener.")
    void listenerOfAnotherServer(String application, String listener, String location);
}
