package io.keelson.deploy.internal.log;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of deployment: 149000 to 149199. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface DeployLog extends BasicLogger {
    DeployLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), DeployLog.class, "io.keelson.deploy");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149000, value = "Application '%s' is deployed at %s from %s, in %d ms")
    @Explained(cause = "An application serves from now on.", action = "None.")
    void deployed(String name, String contextRoot, String source, long millis);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149001, value = "Application '%s' is undeployed")
    @Explained(cause = "An application was removed, or the server stops.", action = "None.")
    void undeployed(String name);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 149002, value = "Application '%s' could not be deployed: %s")
    @Explained(
            cause = "The archive, a descriptor or a class of the application is at fault; the message names it.",
            action = "Repair the application and deploy it again. Other applications are not touched.")
    void failed(String name, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149003, value = "Application '%s': the new version does not start; the previous one serves again")
    @Explained(
            cause = "The new version failed in its start, after the previous one had been stopped.",
            action = "Look at the message about the failure, repair the application and deploy it again.")
    void previousServesAgain(String name);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 149004, value = "Application '%s': %s failed while it was being undone: %s")
    @Explained(
            cause = "A part of the server threw where it must not.",
            action = "The application is undone all the same. Report the error; it is a bug of the server.")
    void undoFailed(String name, String what, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149005, value = "The record %s of a deployment cannot be read and is ignored: %s")
    @Explained(
            cause = "A file that the server wrote has been changed or damaged from outside.",
            action = "Deploy the application again; that replaces the record.")
    void recordUnreadable(String file, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149006, value = "%d remains of unfinished deployments were removed")
    @Explained(
            cause = "The server or its machine died during a deployment, which then did not happen.",
            action = "None.")
    void swept(int count);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149007, value = "%s could not be deleted: %s")
    @Explained(
            cause = "A file of an application that is gone is held by something, or the disk refuses.",
            action = "None; it is tried again at the next start.")
    void notDeleted(String path, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149020, value = "Application '%s': class file %s in %s is not indexed: %s")
    @Explained(
            cause = "The file is damaged or of a kind that the index does not know.",
            action = "None, unless the class has annotations that should be found.")
    void notIndexed(String application, String file, String archive, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149021, value = "Application '%s': %s has %d classes for Java %d, as %s; this server runs on Java %d")
    @Explained(
            cause = "A library was compiled for a newer Java than the server runs on.",
            action = "Use an older version of the library or a newer JDK, if one of these classes is needed.")
    void newerClasses(String application, String archive, int count, int java, String example, int running);
}
