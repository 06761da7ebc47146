package io.keelson.admin.access;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of access to the management interface: 141050 to 141069. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface AccessLog extends BasicLogger {
    AccessLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), AccessLog.class, "io.keelson.admin.access");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 141050,
            value = "Logins to the management interface from %s are refused for %d seconds after %d failures")
    @Explained(
            cause = "Somebody there tried wrong passwords, perhaps on many names.",
            action = "Find out who. The token of the domain works on.")
    void addressLocked(String address, long seconds, int failures);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141051, value = "The first administrator '%s' was made from %s")
    @Explained(
            cause = "Somebody used the one-time link that the server's standard output has shown.",
            action = "None, if it was you. Else remove the user, and find out who could read that output.")
    void firstAdministrator(String user, String client);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141052, value = "The audit log %s cannot be written: %s")
    @Explained(
            cause = "The disk is full or read-only, or somebody changed the rights of the file or its directory.",
            action =
                    "Make room, or repair the disk or the rights. Until then changes by the management interface are refused.")
    void notAudited(Path file, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141053, value = "The audit log %s grows on, as it could not be renamed: %s")
    @Explained(
            cause = "The rights of its directory, or of an older file there, do not let the server rename it.",
            action = "Repair that; it is tried again when the file has grown by as much once more.")
    void auditNotRotated(Path file, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141055, value = "A login by OpenID Connect from %s came to nothing: %s")
    @Explained(
            cause =
                    "The provider is away or set up differently from management.oidc, or somebody tried a token that is not theirs.",
            action = "Compare management.oidc with the client at the provider. Logins by password go on.")
    void outsideLoginFailed(String client, String why);
}
