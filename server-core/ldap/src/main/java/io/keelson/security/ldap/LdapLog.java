package io.keelson.security.ldap;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of users in a directory: 090030 to 090039. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface LdapLog extends BasicLogger {
    LdapLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), LdapLog.class, "io.keelson.security.ldap");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 90030,
            value = "More than one entry of the directory '%2$s' is called '%1$s', so nobody of that name can log in")
    @Explained(
            cause = "The search below user-base finds several entries with that value of user-attribute.",
            action = "Make the name unique, or narrow user-base or user-filter.")
    void ambiguous(String user, String provider);
}
