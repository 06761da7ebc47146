package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * State of a session's login. The session owns one; the runtime makes it, with the session. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 13.7 Server Tracking of Authentication Information.
 */
public final class SessionLogin {
    private final AtomicReference<@Nullable SavedRequest> saved = new AtomicReference<>();
    private volatile @Nullable Login login;
    private volatile @Nullable SingleLogin single;

    /**
     * Caller who logged in, and the scheme of the login.
     *
     * @param scheme as {@code HttpServletRequest.getAuthType}
     */
    public record Login(Caller caller, String scheme) {}

    /** The login that holds for every request of the session; null: none. */
    public @Nullable Login login() {
        return login;
    }

    /** Sets or forgets the login. */
    public void login(@Nullable Login login) {
        this.login = login;
    }

    /** Returns whether other applications know the login, too: then it ends with theirs, and cannot be kept elsewhere. */
    public boolean shared() {
        return single != null;
    }

    /** The login that other applications know too, and that this one is a part of; null: none. */
    @Nullable
    SingleLogin single() {
        return single;
    }

    void single(@Nullable SingleLogin login) {
        single = login;
    }

    /**
     * The session has ended.
     *
     * @param asked whether the application has asked for it: then the login ends in other applications as well
     */
    public void ended(boolean asked) {
        SingleLogin shared = single;
        if (shared != null) {
            if (asked) {
                shared.end(this);
            } else {
                shared.leave(this);
            }
        }
    }

    /** The request that waits for the login; null: none. */
    @Nullable
    SavedRequest saved() {
        return saved.get();
    }

    void save(@Nullable SavedRequest request) {
        saved.set(request);
    }

    /** Path and query of the request that waits for the login; null: none. For stores that cannot keep the request itself. */
    public @Nullable String awaited() {
        SavedRequest request = saved.get();
        return request == null ? null : request.target();
    }

    /** Lets a plain request for that page wait for the login. */
    public void await(String target) {
        saved.set(new SavedRequest("GET", target, List.of(), new byte[0]));
    }

    /** Replaces that request, where it still waits, by a plain one for the same page. */
    void reduce(SavedRequest request) {
        saved.compareAndSet(request, new SavedRequest("GET", request.target(), List.of(), new byte[0]));
    }

    /** Takes the saved request away. */
    @Nullable
    SavedRequest take() {
        return saved.getAndSet(null);
    }
}
