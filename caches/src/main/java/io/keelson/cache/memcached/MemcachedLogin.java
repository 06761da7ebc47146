package io.keelson.cache.memcached;

import io.keelson.base.work.WorkManager;
import io.keelson.cache.access.CacheRoles;
import io.keelson.cache.spi.CacheEngine.Grant;
import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Login of a connection, and its permissions. It logs in as memcached's text protocol has it: a {@code set} of any key whose value is user,
 * space, password. Of the connection's event loop.
 */
final class MemcachedLogin {
    private static final int MOST_FAILURES = 3;

    private final String cache;
    private final CacheRoles roles;
    private final Realm realm;
    private final WorkManager work;
    private final boolean safe;
    private @Nullable Caller caller;
    private Grant grant;
    private int failures;

    /** @param safe whether a password may be taken: over TLS or loopback */
    MemcachedLogin(String cache, CacheRoles roles, Realm realm, WorkManager work, boolean safe) {
        this.cache = cache;
        this.roles = roles;
        this.realm = realm;
        this.work = work;
        this.safe = safe;
        this.grant = roles.grant(cache, (Caller) null);
    }

    boolean may(Grant least) {
        return CacheRoles.includes(grant, least);
    }

    boolean loggedIn() {
        return caller != null;
    }

    /** Returns true if a {@code set} is a login: nobody has logged in, and such a one may not put anything. */
    boolean awaited() {
        return caller == null && !may(Grant.WRITE);
    }

    /** Returns the line for what the connection may not do. */
    String refusal() {
        return loggedIn() ? "CLIENT_ERROR you may not do that with this cache" : "CLIENT_ERROR unauthenticated";
    }

    /** Checks user and password, away from the event loop; completes on any thread, with null where the login fails. */
    CompletionStage<@Nullable Caller> check(byte[] value) {
        CompletableFuture<@Nullable Caller> done = new CompletableFuture<>();
        String text = new String(value, StandardCharsets.UTF_8);
        int space = text.indexOf(' ');
        if (!safe || space <= 0) {
            done.complete(null);
            return done;
        }
        boolean taken = work.offer(() -> {
            char[] password = text.substring(space + 1).toCharArray();
            try {
                done.complete(
                        realm.authenticate(text.substring(0, space), password).orElse(null));
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            } finally {
                Arrays.fill(password, '\0');
            }
        });
        if (!taken) {
            done.complete(null);
        }
        return done;
    }

    /** Takes the result of a check, on the event loop; returns the line that is answered. */
    String took(@Nullable Caller now) {
        if (now == null) {
            failures++;
            return safe ? "CLIENT_ERROR authentication failure" : "CLIENT_ERROR a password is taken over TLS only";
        }
        caller = now;
        grant = roles.grant(cache, now);
        return "STORED";
    }

    /** Returns true if there have been too many. */
    boolean tooManyFailures() {
        return failures >= MOST_FAILURES;
    }
}
