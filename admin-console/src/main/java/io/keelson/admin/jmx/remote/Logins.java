package io.keelson.admin.jmx.remote;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Auditor;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXPrincipal;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Logs users of the realm in, as REST does: the same passwords, locks and lines in the audit log. The subject that comes of it has the
 * {@link Session}. Thread-safe.
 */
final class Logins implements JMXAuthenticator {
    /** A hash takes a processor for a while, and more at a time make it no faster. */
    private static final int AT_A_TIME = 4;

    private final Passwords passwords;
    private final Auditor auditor;
    private final Peers peers;
    private final Semaphore under = new Semaphore(AT_A_TIME);

    Logins(Passwords passwords, AuditLog audit, Peers peers) {
        this.passwords = passwords;
        this.auditor = new Auditor(audit);
        this.peers = peers;
    }

    /** A line of the audit log. */
    static AuditLog.Request request(String user, String roles, String from, String verb) {
        return new AuditLog.Request(0, user, "jmx", roles, from, verb, "jmx", null);
    }

    /** {@inheritDoc} Everybody who is refused gets the same class of error, with what REST would say. */
    @Override
    public Subject authenticate(@Nullable Object credentials) {
        PeerSocket peer = peers.current();
        if (peer == null) {
            throw RoledBeans.refusal("This login came on no connection");
        }
        AuditLog.Request request = request("", "", peer.address().getHostAddress(), "LOGIN");
        try {
            Session session = new Session(passwords, logIn(peer, credentials), peer.address());
            return new Subject(true, Set.of(new JMXPrincipal(session.user())), Set.of(), Set.of(session));
        } catch (Problem refused) {
            auditor.refused(request, refused);
            String why = String.valueOf(refused.getMessage());
            RemoteJmxLog.LOG.refused(request.from(), why);
            throw RoledBeans.refusal(why);
        }
    }

    private Caller logIn(PeerSocket peer, @Nullable Object credentials) throws Problem {
        if (!(credentials instanceof String[] pair) || pair.length != 2 || pair[0] == null || pair[1] == null) {
            throw Problem.unauthorized(Problem.CHALLENGE, "A login needs a name and a password");
        }
        if (!under.tryAcquire()) {
            throw Problem.notDone(503, "Busy", "Too many log in at this moment; try again", List.of());
        }
        try {
            return passwords.logIn(peer.address(), pair[0], pair[1].toCharArray(), Caller.Via.JMX);
        } finally {
            under.release();
        }
    }
}
