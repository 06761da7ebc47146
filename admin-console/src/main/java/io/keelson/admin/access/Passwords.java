package io.keelson.admin.access;

import io.keelson.admin.rest.Addresses;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.base.time.Ticker;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.management.Role;
import io.keelson.security.Lockout;
import io.keelson.security.Realm;
import io.keelson.security.SecuritySettings.LockoutSettings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Logs users of the realm in by their passwords. The realm locks a name after failures, whether or not there is such a user;
 * here the address that they come from is locked too, so that nobody tries one password on many names. Whatever is wrong, the
 * answer is the same, and the realm does the same work. Thread-safe; blocks for as long as a hash takes.
 */
public final class Passwords {
    /** An address may stand for several people, so it has more tries than a name. */
    static final LockoutSettings ADDRESS = new LockoutSettings(true, 20, Duration.ofMinutes(5), Duration.ofMinutes(5));

    private final Optional<Realm> realm;
    private final RoleGroups groups;
    private final Lockout addresses;

    /**
     * The logins of a realm.
     *
     * @param realm empty where the server has none: then nobody can log in
     */
    public Passwords(Optional<Realm> realm, RoleGroups groups, Ticker ticker) {
        this.realm = realm;
        this.groups = groups;
        this.addresses = new Lockout(ADDRESS, ticker);
    }

    /**
     * Logs a user in who comes by HTTP.
     *
     * @param password is wiped
     * @throws Problem 403 where the password would go over the network in the clear or the user has no role, 401 where it is
     *     wrong, 429 where the address is locked
     */
    public Caller logIn(HttpExchange exchange, String user, char[] password, Caller.Via via) throws Problem {
        try {
            checkProtected(exchange);
        } catch (Problem problem) {
            Arrays.fill(password, '\0');
            throw problem;
        }
        return logIn(exchange.remoteAddress().getAddress(), user, password, via);
    }

    /**
     * Logs a user in whose password came over TLS.
     *
     * @param from the client's address; null where it is not known
     * @param password is wiped
     * @throws Problem 403 where the user has no role, 401 where the password is wrong, 429 where the address is locked
     */
    public Caller logIn(@Nullable InetAddress from, String user, char[] password, Caller.Via via) throws Problem {
        try {
            String address = Addresses.network(from);
            if (addresses.locked(address, false)) {
                throw Problem.notDone(
                                429,
                                "Too many failures",
                                "Too many logins from this address have failed; try again later",
                                List.of())
                        .with(Map.of("Retry-After", Long.toString(addresses.seconds())));
            }
            var found = realm.flatMap(users -> users.authenticate(user, password));
            if (found.isEmpty()) {
                if (addresses.failed(address, false)) {
                    AccessLog.LOG.addressLocked(address, addresses.seconds(), addresses.threshold());
                }
                Problem wrong = Problem.unauthorized(
                        Problem.CHALLENGE, "The name or the password is wrong, or the user is locked");
                // A name that nobody has is often a password that was typed in the wrong place.
                throw wrong.about(realm.flatMap(users -> users.find(user))
                        .map(known -> known.principal().getName())
                        .orElse(""));
            }
            return caller(found.get().principal().getName(), found.get().groups(), via)
                    .orElseThrow(() -> Problem.forbidden(
                            "This user has no role here; a group gives one, see management.role-groups"));
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    /**
     * A login that goes on after its password was shown. Immutable.
     *
     * @param user the user's name
     * @param via how they have shown who they are
     * @param proof what changes with the user's password; empty where it could not be told
     */
    public record Login(String user, Caller.Via via, String proof) {
        /** Without what is of the password. */
        @Override
        public String toString() {
            return "Login[user=" + user + "]";
        }
    }

    /** A login of somebody who has just shown the password. */
    public Login remember(Caller caller) {
        return new Login(caller.name(), caller.via(), proof(caller.name()).orElse(""));
    }

    /**
     * Returns who that is by now, with the roles of now. Empty where there is no such user any more, it has no role, its password is
     * another one, or none of that can be told as whoever knows is away.
     */
    public Optional<Caller> now(Login login) {
        return proof(login.user())
                .filter(proof -> Secrets.same(login.proof(), proof))
                .flatMap(same -> find(login.user(), login.via()));
    }

    /** Returns whether a login is over. While whoever knows the user is away, it is not. */
    public boolean ended(Login login) {
        return proof(login.user()).isPresent() && now(login).isEmpty();
    }

    /** A user as they are now; empty where there is no such user any more, or it has no role. */
    Optional<Caller> find(String user, Caller.Via via) {
        return realm.flatMap(users -> users.find(user))
                .flatMap(found -> caller(found.principal().getName(), found.groups(), via));
    }

    /**
     * Something that changes when the user's password does. Of a name that nobody has it is something too.
     *
     * @return empty while it cannot be told, as whoever knows the user cannot be asked
     */
    Optional<String> proof(String user) {
        return realm.isEmpty() ? Optional.of("") : realm.get().proof(user).map(Secrets::hash);
    }

    /**
     * Checks that what a client sends stays between it and this server.
     *
     * @throws Problem 403 where it comes over the network in the clear
     */
    static void checkProtected(HttpExchange exchange) throws Problem {
        if (!exchange.secure() && !near(exchange)) {
            throw Problem.forbidden("Passwords and tokens are taken over TLS only (https), or from this machine");
        }
    }

    /** Returns whether the client is on this machine. */
    static boolean near(HttpExchange exchange) {
        InetAddress from = exchange.remoteAddress().getAddress();
        return from != null && from.isLoopbackAddress();
    }

    private Optional<Caller> caller(String name, Set<String> in, Caller.Via via) {
        Set<Role> roles = groups.roles(in);
        return roles.isEmpty() ? Optional.empty() : Optional.of(new Caller(name, roles, via));
    }
}
