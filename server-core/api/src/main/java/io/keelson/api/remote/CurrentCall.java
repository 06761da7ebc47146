package io.keelson.api.remote;

import java.security.Principal;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The remote call that the present thread executes. Who calls is who has logged in at the connection; where a server of the
 * domain calls on behalf of its own caller, it is that one. Immutable.
 */
public final class CurrentCall {
    private static final ThreadLocal<CurrentCall> OF_THREAD = new ThreadLocal<>();

    private final @Nullable Principal caller;
    private final Set<String> groups;

    /**
     * A call.
     *
     * @param caller the user; null where nobody has logged in
     * @param groups the groups that the realm says the user is in
     */
    public CurrentCall(@Nullable Principal caller, Set<String> groups) {
        this.caller = caller;
        this.groups = Set.copyOf(groups);
    }

    /** Returns who calls; null where nobody has logged in, and where the thread executes no remote call. */
    public static @Nullable Principal caller() {
        CurrentCall call = OF_THREAD.get();
        return call == null ? null : call.caller;
    }

    /** Returns whether a user calls who is in that group. */
    public static boolean isCallerInGroup(String group) {
        CurrentCall call = OF_THREAD.get();
        return call != null && call.groups.contains(group);
    }

    /**
     * Runs a body as this call; the server does so with each. A test of an application can do the same. It changes what this
     * class says, and nothing else: as whom the thread calls other servers stays.
     *
     * @throws Exception what the body throws
     */
    public <T extends @Nullable Object> T run(Callable<T> body) throws Exception {
        CurrentCall before = OF_THREAD.get();
        OF_THREAD.set(this);
        try {
            return body.call();
        } finally {
            if (before == null) {
                OF_THREAD.remove();
            } else {
                OF_THREAD.set(before);
            }
        }
    }
}
