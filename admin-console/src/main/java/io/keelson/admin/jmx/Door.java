package io.keelson.admin.jmx;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.rest.Caller;
import io.keelson.kernel.context.InvocationContext;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lets changes by JMX through, and has them written into the audit log as those of other interfaces are. Who may attach to a process is its
 * user, or root, who can read the domain's token too: that is the caller {@code management} with all roles. Work of an application is
 * refused, though it is in the same process. Thread-safe.
 */
final class Door {
    private final AuditLog audit;

    Door(AuditLog audit) {
        this.audit = audit;
    }

    /** A change. */
    @FunctionalInterface
    interface Change {
        /**
         * Makes it.
         *
         * @throws Exception where it cannot be made
         */
        @Nullable
        Object make() throws Exception;
    }

    /**
     * Makes a change where that may be.
     *
     * @param verb what is done: {@code INVOKE} or {@code SET}
     * @param bean with what
     * @param what the operation or attribute
     * @throws Exception why it may not, or what the change throws
     */
    @Nullable
    Object change(String verb, String bean, String what, Change change) throws Exception {
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
            Object done = change.make();
            status = 200;
            why = null;
            JmxLog.LOG.asked(what, bean);
            return done;
        } catch (Exception e) {
            status = 422;
            why = String.valueOf(e.getMessage());
            throw e;
        } finally {
            audit.end(request, status, why);
        }
    }

    private static AuditLog.Request request(String verb, String path) {
        return new AuditLog.Request(
                0, Caller.MANAGEMENT.name(), "jmx", Caller.MANAGEMENT.roleNames(), "this process", verb, path, null);
    }
}
