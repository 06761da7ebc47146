package io.keelson.servlet.auth;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about the security of web applications: 101120 to 101139. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface AuthLog extends BasicLogger {
    AuthLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), AuthLog.class, "io.keelson.servlet");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101120, value = "application %s: some HTTP methods are open to everybody on the protected path %s")
    @Explained(
            cause = "A security constraint names methods, and no other says who may use the remaining ones.",
            action = "Leave http-method out of the constraint, or add deny-uncovered-http-methods to web.xml.")
    void uncovered(String application, String pattern);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 101121, value = "application %s: the role %s is to run as user %s, whom the realm does not know")
    @Explained(
            cause = "weblogic.xml assigns run-as to a user that is not in the realm; the role alone is used.",
            action = "Add the user to the realm or correct run-as-principal-name.")
    void noRunAsUser(String application, String role, String user);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101122,
            value =
                    "application %s: DIGEST uses the server's realm '%3$s' in place of '%2$s', as passwords are kept for that")
    @Explained(
            cause = "What the realm keeps for DIGEST is made of its own name; web.xml has another realm-name.",
            action = "None; or give web.xml that realm-name, or the realm another with security.realm-name.")
    void realmOfDigest(String application, String declared, String used);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101135,
            value = "application %s logs in by client certificates, and no channel of this server asks clients for one")
    @Explained(
            cause =
                    "The application's auth-method is CLIENT-CERT, and no channel has TLS with client-auth wanted or required."
                            + " Nobody can log in to it.",
            action = "Set client-auth and trust in the tls section of a channel.")
    void nobodyIsAsked(String application);
}
