package io.keelson.servlet.statics;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;
import org.jspecify.annotations.Nullable;

/** Messages about static content: 101140 to 101149. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface StaticsLog extends BasicLogger {
    StaticsLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), StaticsLog.class, "io.keelson.servlet");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101140, value = "application %s: the virtual directory %s is not there; its files are not served")
    @Explained(
            cause = "weblogic.xml maps URL patterns to a directory that does not exist, or is none.",
            action = "Create the directory, or correct local-path, and deploy the application again.")
    void noVirtualDirectory(String application, Path directory);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101141,
            value =
                    "the application %s at %s sets readonly=false for the default servlet, which writes no files; PUT and"
                            + " DELETE stay refused")
    @Explained(
            cause = "web.xml sets the init parameter readonly of the servlet default to false, as Tomcat knows it.",
            action = "Take the parameter away, or serve PUT and DELETE with a servlet of the application.")
    void notWritable(@Nullable String application, String contextPath);
}
