package io.keelson.admin.jmx;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.rest.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.context.InvocationContext.Slot;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Lets changes by JMX through, and has them written into the audit log as those of other interfaces are. Who attaches to a process is its
 * user, or root, who can read the domain's token too: that is the caller {@code management} with all roles. For whom the remote connector
 * works, it says by {@link #as}; whether they may, it has found out before. Work of an application is refused, though it is in the same
 * process. Thread-safe.
 */
public final class JmxGate {
    private static final Slot<Remote> REMOTE = Slot.staying();

    private final AuditLog audit;

    JmxGate(AuditLog audit) {
        this.audit = audit;
    }

    /**
     * Somebody who is not on this machine, or need not be.
     *
     * @param caller who it is
     * @param from the client's address
     */
    public record Remote(Caller caller, String from) {}

    /** A change. */
    @FunctionalInterface
    public interface Change {
        /**
         * Makes it.
         *
         * @param caller who asks
         * @throws Exception where it cannot be made
         */
        @Nullable
        Object make(Caller caller) throws Exception;
    }

    /** Does something for somebody, on this thread. */
    public static @Nullable Object as(Remote remote, Callable<@Nullable Object> work) throws Exception {
        InvocationContext context = new InvocationContext(null, JmxGate.class.getClassLoader(), 0);
        context.put(REMOTE, remote);
        return context.call(work);
    }

    /** For whom this thread works. */
    static Caller caller() {
        Remote remote = remote();
        return remote == null ? Caller.MANAGEMENT : remote.caller();
    }

    private static @Nullable Remote remote() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.get(REMOTE);
    }

    /**
     * Makes a change where that may be.
     *
     * @param verb what is done: {@code INVOKE} or {@code SET}
     * @param bean with what
     * @param what the operation or attribute
     * @throws Exception why it may not, or what the change throws
     */
    public @Nullable Object change(String verb, String bean, String what, Change change) throws Exception {
        AuditLog.Request request = request(verb, bean + " " + what);
        InvocationContext context = InvocationContext.current();
        if (context != null && context.application() != null) {
            String why = "Applications cannot change the server by its MBeans";
            audit.refused(request, 403, why);
            throw new SecurityException(why);
        }
        try {
            audit.begin(request);
        } catch (IOException e) {
            throw new IllegalStateException("Nothing was changed, as the audit log cannot be written: " + e, e);
        }
        int status = 500;
        String why = "it broke off";
        try {
            Object done = change.make(caller());
            status = 200;
            why = null;
            JmxLog.LOG.asked(what, bean, caller().name());
            return done;
        } catch (Exception e) {
            status = 422;
            why = String.valueOf(e.getMessage());
            throw e;
        } finally {
            audit.end(request, status, why);
        }
    }

    /** Has it written down that somebody may not do something. */
    public void refused(String verb, String bean, String what, String why) {
        audit.refused(request(verb, bean + " " + what), 403, why);
    }

    private static AuditLog.Request request(String verb, String path) {
        Remote remote = remote();
        Caller caller = caller();
        String from = remote == null ? "this process" : remote.from();
        return new AuditLog.Request(0, caller.name(), "jmx", caller.roleNames(), from, verb, path, null);
    }
}
