package io.keelson.kernel.naming;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of naming: 001200 to 001249. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface NamingLog extends BasicLogger {
    NamingLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), NamingLog.class, "io.keelson.kernel.naming");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1200,
            value =
                    "Something else has set up JNDI in this JVM; new InitialContext() does not lead to the server's names")
    @Explained(
            cause =
                    "A JVM has one builder of initial contexts, and a library or an agent had set its own before the server started.",
            action = "Remove that library, or start the server before it. In a test, ask the server for its names.")
    void builderTaken();

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 1201, value = "The reference at %s (factory %s) is refused: %s")
    @Explained(
            cause =
                    "A reference is made into an object by code that it names. The server runs only factories "
                            + "that the domain trusts, and never loads code from where a reference says. Each factory is named once.",
            action =
                    "Find out who has bound it: it may be an attack. If it is meant, add the factory to naming.trusted-object-factories.")
    void referenceRefused(String name, String factory, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 1202, value = "A name of the scheme %s: was to be looked up and is refused")
    @Explained(
            cause = "An application looked up a URL, which would ask a server of the URL's choice: the usual "
                    + "way of attacks by names that come from outside. Each scheme is named once.",
            action =
                    "Find out where the application takes the name from. If it is meant, add the scheme to naming.url-schemes.")
    void schemeRefused(String scheme);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 1203, value = "The naming listener %s of %s failed")
    @Explained(
            cause = "A listener of an application threw an exception. It is kept, and the others are told.",
            action = "Look at the exception; it comes from the application.")
    void listenerFailed(String listener, String owner, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1204,
            value = "The name %s, bound by %s, is not in the cluster's names and is seen on this server only: %s")
    @Explained(
            cause =
                    "The name was bound before the server joined the cluster, and another member has it, or its value cannot travel.",
            action = "Bind it by another name, or unbind the one of the other member and bind this one again.")
    void notShared(String name, String owner, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1205,
            value =
                    "The name %s belongs to the server %s in the whole cluster; this server's binding is seen here only")
    @Explained(
            cause =
                    "Two parts of a cluster that had lost sight of each other had bound the same name, and are one again.",
            action = "Decide which is right and unbind the other.")
    void lost(String name, String member);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 1206, value = "The name %s of %s could not be removed from the cluster's names: %s")
    @Explained(
            cause = "The cluster could not decide: there is no coordinator or no majority now.",
            action = "None. The binding goes when this server leaves the cluster; until then calls to it fail.")
    void notRemoved(String name, String owner, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1207, value = "The name %s, which is another server's, leads to %s for %s")
    @Explained(
            cause = "An application looks up a name that another server has by itself. Nothing is bound by it "
                    + "here, so the lookup returned what this server has in its place.",
            action = "None in development. For production let the application use the name of Jakarta EE, bind "
                    + "the name, or set naming.names-of-other-servers to on.")
    void translated(String name, String meant, String owner);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 1208,
            value =
                    "The name %s, which %s looks up, is another server's and is not translated in production mode; here it is %s")
    @Explained(
            cause =
                    "An application looks up a name that another server has by itself. In production mode such names are not translated.",
            action = "Let the application use the name of Jakarta EE, or set naming.names-of-other-servers to on.")
    void notTranslated(String name, String owner, String meant);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 1209,
            value =
                    "application %s: nobody defines %s, a %s, so that in development mode %s takes its place; to define it"
                            + " in domain.yaml: %s")
    @Explained(
            cause = "The application was written for a server whose administrator has made the resource. In "
                    + "development mode, or with naming.names-of-other-servers: on, a stand-in serves it.",
            action = "Define it in domain.yaml, with that name among its jndi-names, as the message shows. In "
                    + "production mode there is no stand-in.")
    void standsIn(String application, String name, String type, String what, String yaml);
}
