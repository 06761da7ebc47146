package io.keelson.deploy.internal.log;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
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
    @Message(id = 149008, value = "Application '%s' has not stopped in time; the server stops without waiting for it")
    @Explained(
            cause = "Requests of the application or its own code did not end within graceful-shutdown-timeout.",
            action = "Look at the application's threads (keelson thread-dump), or raise the time-out.")
    void stopsLate(String name);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149010, value = "autodeploy: %s is not deployed as '%s': %s")
    @Explained(
            cause = "The file's name is no name for an application, or an operator deployed one of that name.",
            action = "Rename the file, or undeploy the other application. The file is tried again when it changes.")
    void autodeployRefused(String file, String name, String reason);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 149011, value = "autodeploy: the directory %s cannot be looked at: %s")
    @Explained(
            cause = "The directory is gone or may not be read.",
            action =
                    "Make it again or give the server's user the right to read it; until then nothing is deployed from it.")
    void autodeployUnreadable(String directory, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149020, value = "Application '%s': %d class files in %s are not indexed, as %s: %s")
    @Explained(
            cause = "The files are damaged or of a kind that the index does not know. One is named, with what is wrong"
                    + " with it.",
            action = "None, unless one of the classes has annotations that should be found.")
    void notIndexed(String application, int count, String archive, String file, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149021, value = "Application '%s': %s has %d classes for Java %d, as %s; this server runs on Java %d")
    @Explained(
            cause = "A library was compiled for a newer Java than the server runs on.",
            action = "Use an older version of the library or a newer JDK, if one of these classes is needed.")
    void newerClasses(String application, String archive, int count, int java, String example, int running);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149030, value = "Application '%s': %s: <%s> is not applied")
    @Explained(
            cause = "Of a weblogic-application.xml the server reads singleton services, work managers, shared "
                    + "sessions, holders of roles and shared libraries.",
            action = "None, unless the application relies on the element.")
    void notApplied(String application, String place, String element);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149040, value = "Application '%s' left JDBC drivers registered; they are deregistered: %s")
    @Explained(
            cause = "A driver registers itself in the JVM when it is loaded; the application did not deregister it.",
            action = "None. Better, put the driver into the domain's lib/ directory and use a data source.")
    void driversDeregistered(String application, String drivers);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149041, value = "Application '%s' is undeployed and %d of its threads run on: %s")
    @Explained(
            cause = "The application started threads or timers and did not end them. They keep its classes in memory.",
            action = "Let the application end them, in a ServletContextListener for instance.")
    void threadsLeft(String application, int count, String threads);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149042, value = "Application '%s' left %s behind; it is removed")
    @Explained(
            cause = "The application registered something with the JVM and did not take it away at its end.",
            action = "None. Better, let the application take it away.")
    void leftBehind(String application, String what);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 149043,
            value =
                    "The classes of application '%s', undeployed %d s ago, are still in memory: something holds its loader")
    @Explained(
            cause = "A thread, a thread local or an object outside of the application refers to one of its classes.",
            action =
                    "Take a heap dump and look for what refers to the loader 'application-<name>': a thread that was named, a"
                            + " shutdown hook, a factory of URL stream handlers. Repair the application or library. Restart"
                            + " the server if memory runs short.")
    void loaderHeld(String application, long seconds);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149044, value = "Application '%s' left the shutdown hook '%s' (%s) behind; it was run and is removed")
    @Explained(
            cause = "The application asked the JVM to run something at its end and did not take it away at its own.",
            action = "None. Better, let the application do it in a ServletContextListener.")
    void shutdownHookRun(String application, String thread, String type);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 149045,
            value = "Application '%s' or one of %3$s has changed %2$s and is undeployed without putting it back; it"
                    + " stays")
    @Explained(
            cause = "Applications that run share the JVM, and several of them may have set this; the server cannot say"
                    + " which did.",
            action = "Let the application put back what it has replaced, in a ServletContextListener. The last of these"
                    + " applications that is undeployed lets the server put its own back.")
    void perhapsLeft(String application, String what, String others);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 149050,
            value =
                    "Application '%s' was made for Java EE and is converted to Jakarta EE: %d classes and %d other files,"
                            + " %d libraries changed, %d of them from the cache, in %d ms (%s)")
    @Explained(
            cause =
                    "Its classes refer to javax.servlet or other packages that have had names of jakarta since Jakarta EE 9.",
            action = "None. It is better to have the application made for Jakarta EE. To deploy it as it is, set"
                    + " applications.<name>.javax-migration to off.")
    void migrated(String name, int classes, int texts, int libraries, int cached, long millis, String tool);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149051, value = "Application '%s': %s in %s is not converted to Jakarta EE and stays as it is: %s")
    @Explained(
            cause = "The file is no class file of a known form, or is damaged.",
            action = "None if the application does not use it; many libraries carry such files.")
    void notConverted(String name, String file, String archive, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 149052,
            value =
                    "Application '%s' was made for Java EE and is deployed as it is, as applications.%1$s.javax-migration is off")
    @Explained(
            cause = "The operator forbids to convert it.",
            action = "Set javax-migration to auto and deploy it again, unless it brings all that it refers to.")
    void migrationOff(String name);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149053, value = "Application '%s' cannot be used where it is, in %s: its files are copied, %s")
    @Explained(
            cause =
                    "A directory was deployed that the server would have to change, and it does not change what is not its own.",
            action = "None. Deploy the application again after a change of its files.")
    void copied(String name, String directory, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149054, value = "%s: the application client %s is not for the server to run and is left out")
    @Explained(
            cause = "An enterprise application has a module that runs on its own, beside the server.",
            action = "None; start the client where it is used.")
    void clientModule(String archive, String module);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149055, value = "The archive %s has %d names twice, as '%s'; the last entry of each name is used")
    @Explained(
            cause = "The tool that packed the archive put several entries of one name into it.",
            action = "None, unless the other entry was meant; pack the archive again then.")
    void entriesTwice(String archive, int names, String example);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 149056,
            value = "Application '%s' is %s, and this server lacks %s: others see its classes, and nothing runs them")
    @Explained(
            cause = "The part of the server that runs modules of this kind is not installed, or this version has none.",
            action = "Install that part of the server, or leave the module out.")
    void noContainer(String name, String kind, String container);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149057, value = "Application '%s' is deployed from %s, in %d ms; it has no web module")
    @Explained(cause = "An application that answers no requests itself is there from now on.", action = "None.")
    void deployedWithoutWeb(String name, String source, long millis);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 149160, value = "Application '%s': the version that has retired cannot be undeployed: %s")
    @Explained(
            cause =
                    "Its record cannot be deleted from the disk; it goes on retiring, and it is tried again every second.",
            action = "Look at the disk of the server.")
    void notRetired(String name, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149161, value = "Application '%s' retires: new clients come to another version")
    @Explained(
            cause =
                    "Another version was deployed. This one is undeployed when its last session has ended, or at its retire timeout.",
            action = "None.")
    void retires(String name);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149162, value = "Application '%s' has retired with %d users and is undeployed")
    @Explained(
            cause =
                    "Nobody has a session in this version any more, or its retire timeout has passed: then its sessions end.",
            action = "None.")
    void retired(String name, long users);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149163, value = "Application '%s' is active again: new clients come to this version")
    @Explained(
            cause = "It was redeployed while it retired, or the version that had taken over is gone or does not start.",
            action = "None.")
    void activeAgain(String name);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 149164,
            value = "Application '%s' serves without what works for it as a whole, such as singleton services: %s")
    @Explained(
            cause =
                    "Another version failed in its start, and this one could not start again what had been ended for that.",
            action = "Redeploy the application.")
    void notWhole(String name, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 149170, value = "%s: %s, a descriptor for another server, was read: %s; left out: %s")
    @Explained(
            cause = "The application has the descriptor by which WildFly decides which of its subsystems and modules an"
                    + " application gets.",
            action = "Look whether the application needs what was left out. It has no meaning here.")
    void otherServersStructure(String module, String file, List<String> taken, Set<String> left);
}
