package io.keelson.admin.jmx.remote;

import io.keelson.admin.access.AuditLog;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.remote.rmi.RMIConnection;

/** Those who are logged in. Thread-safe; only one thread at a time lets somebody in. */
final class Clients {
    private final int most;
    private final AuditLog audit;
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();

    /**
     * Nobody yet.
     *
     * @param most how many there may be
     */
    Clients(int most, AuditLog audit) {
        this.most = most;
        this.audit = audit;
    }

    /** Returns whether somebody at that address is logged in. */
    boolean known(InetAddress address) {
        return sessions.stream().anyMatch(one -> one.address().equals(address));
    }

    /**
     * Lets somebody in.
     *
     * @throws SecurityException where there are too many
     */
    void enter(Session session) {
        if (sessions.size() >= most) {
            String why = "There are " + most + " clients already, which is jmx.max-connections";
            audit.refused(session.request("LOGIN"), 503, why);
            RemoteJmxLog.LOG.refused(session.from(), why);
            throw RoledBeans.refusal(why);
        }
        sessions.add(session);
        audit.end(session.request("LOGIN"), 200, null);
    }

    /** Somebody has gone. */
    void leave(Session session) {
        if (sessions.remove(session)) {
            audit.end(session.request("LOGOUT"), 200, null);
        }
    }

    /** The connection of somebody is closed. */
    void closed(RMIConnection connection) {
        sessions.stream().filter(one -> one.isOf(connection)).forEach(this::leave);
    }

    /** Closes the connections of those who may do nothing any more: they would still be told of what happens. */
    void look() {
        sessions.stream().filter(Session::over).forEach(Session::close);
    }

    void close() {
        sessions.forEach(Session::close);
        sessions.forEach(this::leave);
    }
}
