package io.keelson.ejb.operations;

import jakarta.ejb.SessionContext;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerHandle;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The operations that phases allowed. */
public final class Tried {
    /** A timer that all beans can use. */
    static volatile Timer timer;

    /** The handle of a persistent timer that all beans can use. */
    static volatile TimerHandle handle;

    private static final Map<String, String> ALLOWED = new ConcurrentHashMap<>();

    private Tried() {}

    /** An operation. */
    interface Operation {
        /** Does it. */
        Object call();
    }

    /** Writes down the operations that are allowed now. */
    static void in(String phase, SessionContext context) {
        ALLOWED.put(
                phase,
                one("caller", context::getCallerPrincipal)
                        + one("role", () -> context.isCallerInRole("clerk"))
                        + one("rollback", context::getRollbackOnly)
                        + one("user", context::getUserTransaction)
                        + one("service", context::getTimerService)
                        + one("timers", () -> context.getTimerService().getTimers())
                        + (timer == null ? "" : one("timer", timer::getInfo))
                        + (handle == null
                                ? ""
                                : one("handle", () -> handle.getTimer().getInfo())));
    }

    private static String one(String name, Operation operation) {
        try {
            operation.call();
            return " " + name;
        } catch (IllegalStateException e) {
            return "";
        }
    }

    /** Returns all. */
    static String all() {
        StringBuilder all = new StringBuilder();
        new TreeMap<>(ALLOWED)
                .forEach((phase, allowed) ->
                        all.append(phase).append(':').append(allowed).append('\n'));
        return all.toString();
    }
}
