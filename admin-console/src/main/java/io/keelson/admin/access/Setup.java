package io.keelson.admin.access;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.base.time.Ticker;
import io.keelson.security.Realm;
import io.keelson.security.RealmEditor;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes a domain's first administrator, who has no password to log in with yet: {@code /management/v1/setup} takes one secret,
 * which the server's standard output shows at its start, once, within an hour, and only while nobody is an administrator.
 * Thread-safe: {@code deciding} is held while an administrator is made, so that of two requests one is late.
 */
public final class Setup {
    /** Time for which the secret counts. */
    static final Duration LIFE = Duration.ofHours(1);

    /** The shortest password of a first administrator. */
    static final int SHORTEST = 8;

    private final RealmEditor editor;
    private final Optional<Realm> realm;
    private final RoleGroups groups;
    private final AuditLog audit;
    private final Ticker ticker;
    private final ReentrantLock deciding = new ReentrantLock();
    private volatile @Nullable String expected;
    private volatile long offered;

    /** Nothing is offered yet. */
    public Setup(RealmEditor editor, Optional<Realm> realm, RoleGroups groups, AuditLog audit, Ticker ticker) {
        this.editor = editor;
        this.realm = realm;
        this.groups = groups;
        this.audit = audit;
        this.ticker = ticker;
    }

    /** Its operation. */
    public List<Route> routes() {
        return List.of(Route.open("POST", "setup", this::answer)
                .says("makes the first administrator")
                .takes(Schema.object()
                        .with("token", Schema.TEXT)
                        .with("user", Schema.TEXT)
                        .with("password", Schema.TEXT))
                .answers(201));
    }

    /**
     * Makes a secret that lets somebody become the administrator; empty where there is one already.
     *
     * @throws IOException when the users cannot be read
     */
    public Optional<String> offer() throws IOException {
        deciding.lock();
        try {
            if (groups.administrators().isEmpty() || administered()) {
                return Optional.empty();
            }
            String secret = new Secrets().next();
            expected = Secrets.hash(secret);
            offered = ticker.nanoTime();
            return Optional.of(secret);
        } finally {
            deciding.unlock();
        }
    }

    /** Returns whether a secret counts that {@link #offer} has made. */
    public boolean offers() {
        String hash = expected;
        try {
            return hash != null && ticker.nanoTime() - offered < LIFE.toNanos() && !administered();
        } catch (IOException e) {
            return true;
        }
    }

    private boolean administered() throws IOException {
        return editor.users().stream().anyMatch(user -> groups.administrates(user.groups()));
    }

    private Answer answer(Call call) throws Problem, IOException {
        call.query(Set.of());
        Passwords.checkProtected(call.exchange());
        JsonObject json = call.json();
        if (!json.keySet().equals(Set.of("token", "user", "password"))
                || !(json.get("token") instanceof JsonString token)
                || !(json.get("user") instanceof JsonString user)
                || !(json.get("password") instanceof JsonString password)) {
            throw Problem.badRequest("Send {\"token\": \"...\", \"user\": \"...\", \"password\": \"...\"}");
        }
        if (password.getString().codePointCount(0, password.getString().length()) < SHORTEST) {
            throw Problem.badRequest("The password of an administrator has at least " + SHORTEST + " characters");
        }
        char[] characters = password.getString().toCharArray();
        deciding.lock();
        try {
            make(AuditLog.Request.of(call.exchange(), call.caller()), token.getString(), user.getString(), characters);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest("This user cannot be made: " + e.getMessage());
        } finally {
            Arrays.fill(characters, '\0');
            deciding.unlock();
        }
        AccessLog.LOG.firstAdministrator(user.getString(), call.client());
        return Answer.empty(201);
    }

    private void make(AuditLog.Request request, String token, String user, char[] password)
            throws Problem, IOException {
        String hash = expected;
        if (hash == null
                || ticker.nanoTime() - offered >= LIFE.toNanos()
                || !Secrets.same(hash, Secrets.hash(token))
                || administered()) {
            throw Problem.forbidden(
                    "This link does not count, or not any more: it is good for one use, for an hour after"
                            + " the start of the server, while there is no administrator. Restart the server to get another, or"
                            + " use 'keelson user add'");
        }
        if (editor.users().stream().anyMatch(known -> known.name().equals(user))) {
            throw Problem.badRequest("There is a user '" + user + "' already; choose another name");
        }
        try {
            audit.begin(request.by(user));
        } catch (IOException e) {
            throw Auditor.notAudited(e);
        }
        editor.put(user, password, List.of(groups.administrators().get(0)));
        expected = null;
        realm.ifPresent(Realm::refresh);
    }
}
