package io.keelson.ee.security.registration;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the part {@code security}. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface SecurityPartLog extends BasicLogger {
    /** The logger. */
    SecurityPartLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), SecurityPartLog.class, "io.keelson.ee.security");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 250090,
            value =
                    "The registered provider %s of authentication modules is not there for an application (registration %s)")
    @Explained(
            cause =
                    "A registration that is kept in the server's file names a class that neither the application nor the server has. The "
                            + "application goes by the next registration that counts for it, or by the login-config of web.xml.",
            action =
                    "Deploy the application that has the class, or remove the registration: by AuthConfigFactory.removeRegistration, or "
                            + "from data/authentication.properties in the server's directory while the server is stopped.")
    void classNotThere(String className, String registration);

    /** Says why a login by OpenID Connect came to nothing. */
    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250091, value = "A login by OpenID Connect was refused: %s")
    @Explained(
            cause =
                    "The answer of the provider, or a token in it, is not what was asked for: another session, nonce, issuer, audience, "
                            + "time or key, or no signature. Somebody who calls the redirect address by himself is refused as well.",
            action =
                    "Where all logins are refused compare the client's settings at the provider with those of the application, and the "
                            + "clocks of both machines. A provider that has just changed its keys is asked for them twice in 30 seconds.")
    void loginRefused(String reason);
}
