package io.keelson.kernel.watch;

import io.keelson.base.thread.ThreadWatch.Role;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A thread that has not come back for longer than it may.
 *
 * @param thread its name
 * @param role what depends on it
 * @param silent for how long it has not come back, at the last look
 * @param stack where it stands now, the innermost frame first; empty where the thread is not known
 */
public record HungThread(String thread, Role role, Duration silent, List<StackTraceElement> stack) {
    public HungThread {
        stack = List.copyOf(stack);
    }

    /** The role as texts show it: {@code admin-reader}. */
    public String roleText() {
        return role.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true if clients depend on it: it reads their sockets, or accepts their connections. */
    public boolean servesClients() {
        return switch (role) {
            case READER, ADMIN_READER, ACCEPTOR -> true;
            case CLUSTER, SCHEDULER -> false;
        };
    }
}
