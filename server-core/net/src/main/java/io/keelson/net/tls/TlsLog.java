package io.keelson.net.tls;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of TLS: 002640 to 002659. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface TlsLog extends BasicLogger {
    TlsLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), TlsLog.class, "io.keelson.net.tls");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2640, value = "Channel %s has the certificate of %s from %s, which holds until %s")
    @Explained(cause = "The certificate and its key have been read.", action = "None.")
    void loaded(String channel, String subject, String place, String until);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2641, value = "Channel %s has read its certificates, keys and trust again; new connections use them")
    @Explained(
            cause =
                    "Their files were changed, or an operator asked for it. Connections that are open go on with what they"
                            + " began with.",
            action = "None.")
    void reloaded(String channel);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 2642,
            value = "Channel %s keeps its certificates, keys and trust, as the changed ones cannot be used: %s")
    @Explained(
            cause = "The files were changed to something that is not whole or does not fit together.",
            action = "Mend the files; they are read again when they change.")
    void notReloaded(String channel, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 2643, value = "The certificate of %s on channel %s expires in %d days, at %s")
    @Explained(
            cause = "It holds for less than 30 days. Said once a day.",
            action = "Have it renewed, and replace its file; the server notices that.")
    void expiresSoon(String subject, String channel, long days, String when);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 2644, value = "The certificate of %s on channel %s has expired, at %s: clients will refuse it")
    @Explained(
            cause = "Its time is over. Said once a day.",
            action = "Have it renewed, and replace its file; the server notices that.")
    void expired(String subject, String channel, String when);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 2645,
            value = "%s can be read by other users of the machine, who could then pretend to be this server")
    @Explained(
            cause = "The permissions of a file with a private key or a password let everybody read it.",
            action = "Take them away: chmod o-r FILE.")
    void readableByOthers(Path file);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 2646, value = "%d connections were closed because %d TLS handshakes were waiting already")
    @Explained(
            cause =
                    "Clients connect faster than the handshakes' cryptography can be done: a rush after a restart, clients"
                            + " that do not keep connections or do not resume sessions, or an attack. Said at most every ten seconds.",
            action =
                    "If they are good clients, let them keep their connections, use keys of EC (they cost a tenth of RSA's),"
                            + " or add processors.")
    void tooManyHandshakes(long closed, int waiting);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 2647, value = "Channel %s cannot speak TLS beside what it speaks in the clear: %s")
    @Explained(
            cause =
                    "A client spoke TLS, and the certificate that the domain makes for its administration cannot be made or"
                            + " read. Clients that speak TLS are disconnected; in the clear the channel serves on.",
            action =
                    "Do what the message says. It is tried again with each client; delete the two files security/admin*.pem to"
                            + " have new ones.")
    void notOnDemand(String channel, String why);
}
