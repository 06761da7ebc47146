package io.keelson.security;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of security: 090000 to 090099. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface SecurityLog extends BasicLogger {
    SecurityLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), SecurityLog.class, "io.keelson.security");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 90001, value = "User '%s' is locked for %d seconds after %d failed logins")
    @Explained(
            cause = "Somebody tried wrong passwords for that user, which may or may not exist.",
            action =
                    "Find out who; the user may log in again after that time, or at once when the realm's file changes.")
    void userLocked(String user, long seconds, int failures);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 90002, value = "%s:%d: this user is left out: %s")
    @Explained(
            cause = "A line of the realm's file cannot be understood. All other users can log in.",
            action = "Repair the line, or set the user again with 'keelson user add'.")
    void badLine(Path file, int line, String problem);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 90003, value = "There is no realm file %s, so nobody can log in")
    @Explained(
            cause = "The domain was made without the file, or it was deleted.",
            action = "Add users with 'keelson user add'; the file is made with the first one.")
    void noFile(Path file);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 90004, value = "The realm file %s cannot be read, so the users remain as they were: %s")
    @Explained(
            cause = "The file's permissions or its disk do not let the server read it.",
            action = "Repair that; the file is read again when it changes.")
    void notRead(Path file, String cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 90005, value = "Others than its owner may read or write the realm file %s")
    @Explained(
            cause =
                    "The file's permissions are wider than 0600. It holds verifiers, from which weak passwords can be guessed.",
            action = "Run chmod 600 on it.")
    void readableByOthers(Path file);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 90006, value = "Realm '%s' has %d users, from %s")
    @Explained(cause = "The realm's file was read at the start or after a change.", action = "None.")
    void realmRead(String realm, int users, Path file);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 90007, value = "%d of %d users cannot log in by DIGEST with %s to the realm '%s'")
    @Explained(
            cause =
                    "security.digest-algorithms enables it, but their passwords were set before, or when the realm had another name.",
            action = "Set their passwords again with 'keelson user password', or leave it if they do not use DIGEST.")
    void noDigest(long without, int users, String algorithm, String realm);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 90008, value = "The realm provider '%s' cannot be asked, so its users cannot log in: %s")
    @Explained(
            cause =
                    "A database or directory with users is away, or does not accept what the server asks. Users of the realm's file"
                            + " are let in all the same.",
            action =
                    "Repair it, or its settings in realm-providers. The server looks every five seconds, and says when it is back.")
    void providerAway(String provider, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 90009, value = "The realm provider '%s' can be asked again")
    @Explained(cause = "It was away.", action = "None.")
    void providerBack(String provider);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 90010, value = "User '%s' of the realm provider '%s' is left out: %s")
    @Explained(
            cause = "What is kept of that user cannot be understood: its name, or its verifier.",
            action = "Repair it there, or set the user's password again with 'keelson user password --provider'.")
    void badAccount(String user, String provider, String problem);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 90011, value = "A realm provider failed in a way that it should not when it was looked at")
    @Explained(
            cause = "A mistake in the server or in a driver.",
            action = "Report it, with what stands below it in the log.")
    void notProbed(@Cause Throwable cause);
}
