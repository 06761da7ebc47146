package io.keelson.admin.jmx.remote;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.rest.Caller;
import java.io.IOException;
import java.net.InetAddress;
import javax.management.remote.rmi.RMIConnection;
import org.jspecify.annotations.Nullable;

/** A client that is logged in. Thread-safe. */
final class Session {
    private final Passwords passwords;
    private final Passwords.Login login;
    private final String roles;
    private final InetAddress address;
    private volatile @Nullable RMIConnection connection;

    Session(Passwords passwords, Caller caller, InetAddress address) {
        this.passwords = passwords;
        this.login = passwords.remember(caller);
        this.roles = caller.roleNames();
        this.address = address;
    }

    /** The user's name. */
    String user() {
        return login.user();
    }

    /** The client's address. */
    InetAddress address() {
        return address;
    }

    /** The client's address as text. */
    String from() {
        return address.getHostAddress();
    }

    /**
     * Returns who it is, with the roles of now.
     *
     * @throws SecurityException where they are logged in no more
     */
    Caller caller() {
        return passwords
                .now(login)
                .orElseThrow(
                        () -> RoledBeans.refusal(
                                "You are not logged in any more: the user, the password or the roles have changed; connect again"));
    }

    /** Returns whether they may do nothing any more. */
    boolean over() {
        return passwords.ended(login);
    }

    /** By what its client is served. */
    void connection(RMIConnection served) {
        connection = served;
    }

    /** Returns whether that is its connection. */
    boolean isOf(RMIConnection other) {
        return connection == other;
    }

    /** Ends it; the client finds out with its next call. */
    void close() {
        RMIConnection served = connection;
        if (served == null) {
            return;
        }
        try {
            served.close();
        } catch (IOException e) {
            RemoteJmxLog.LOG.debugf(e, "%s is closed already", this);
        }
    }

    /** Its line in the audit log. */
    AuditLog.Request request(String verb) {
        return Logins.request(login.user(), roles, from(), verb);
    }

    @Override
    public String toString() {
        return "Session[" + login.user() + " from " + from() + "]";
    }
}
