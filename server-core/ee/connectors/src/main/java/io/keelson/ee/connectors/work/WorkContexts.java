package io.keelson.ee.connectors.work;

import io.keelson.kernel.context.InvocationContext;
import jakarta.resource.spi.work.ExecutionContext;
import jakarta.resource.spi.work.HintsContext;
import jakarta.resource.spi.work.SecurityContext;
import jakarta.resource.spi.work.TransactionContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkCompletedException;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkContextErrorCodes;
import jakarta.resource.spi.work.WorkContextLifecycleListener;
import jakarta.resource.spi.work.WorkContextProvider;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkRejectedException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * Contexts in which an adapter wants a piece of work to run. They are looked at when the work is given, and set up on its thread before it
 * runs. A context that is a {@link WorkContextLifecycleListener} hears of it. Immutable.
 *
 * <p>Specification: Connectors 2.1, chapter 11.
 */
final class WorkContexts {
    private static final List<Class<? extends WorkContext>> KNOWN =
            List.of(HintsContext.class, SecurityContext.class, TransactionContext.class);

    private final List<WorkContext> contexts;
    private final @Nullable ExecutionContext execution;

    private WorkContexts(List<WorkContext> contexts, @Nullable ExecutionContext execution) {
        this.contexts = contexts;
        this.execution = execution;
    }

    /** Returns true if this server sets up contexts of exactly that class. */
    static boolean isKnown(Class<?> type) {
        return KNOWN.contains(type);
    }

    /**
     * Returns the contexts of a piece of work.
     *
     * @throws WorkRejectedException where contexts are given in two ways
     * @throws WorkCompletedException where one is of a kind that this server has not, or two are of one kind
     */
    static WorkContexts of(Work work, @Nullable ExecutionContext execution) throws WorkException {
        if (!(work instanceof WorkContextProvider provider)) {
            return new WorkContexts(List.of(), execution);
        }
        if (execution != null) {
            throw new WorkRejectedException(
                    "the work gives its contexts itself, and an ExecutionContext is given beside it",
                    WorkException.UNDEFINED);
        }
        List<WorkContext> given = provider.getWorkContexts();
        List<WorkContext> all = given == null ? List.of() : new ArrayList<>(given);
        Set<Class<?>> seen = new HashSet<>();
        for (WorkContext each : all) {
            Class<?> kind = kind(each);
            if (kind == null) {
                throw failed(
                        each,
                        "this server has no work context "
                                + (each == null ? null : each.getClass().getName()),
                        WorkContextErrorCodes.UNSUPPORTED_CONTEXT_TYPE,
                        null);
            }
            if (!seen.add(kind)) {
                throw failed(
                        each,
                        "two work contexts are a " + kind.getSimpleName(),
                        WorkContextErrorCodes.DUPLICATE_CONTEXTS,
                        null);
            }
        }
        return new WorkContexts(all, null);
    }

    private static @Nullable Class<?> kind(@Nullable WorkContext context) {
        return KNOWN.stream()
                .filter(each -> each.isInstance(context))
                .findFirst()
                .orElse(null);
    }

    /** Contexts of work that runs, as they were set up. */
    final class Scope {
        private final Inflow server;
        private @Nullable Transaction outer;
        private @Nullable Xid entered;

        private Scope(Inflow server) {
            this.server = server;
        }

        /** Takes what was set up from the thread. */
        void close() {
            Xid own = entered;
            if (own != null) {
                server.imported().leave(own);
            }
            Transaction before = outer;
            if (before != null) {
                try {
                    server.transactions().resume(before);
                } catch (InvalidTransactionException e) { // its time was over meanwhile
                    WorkLog.LOG.debugf(e, "%s is not the thread's any more", before);
                }
            }
        }
    }

    /** Returns contexts that are to be set up on the calling thread. */
    Scope scope(Inflow server) {
        return new Scope(server);
    }

    /**
     * Sets them up in the invocation in which the work will run.
     *
     * @throws WorkCompletedException where one cannot be set up; what was set up before is in the scope
     */
    void setUp(Scope scope, InvocationContext invocation) throws WorkCompletedException {
        enter(scope);
        for (WorkContext each : contexts) {
            if (each instanceof SecurityContext security) {
                try {
                    invocation.caller(
                            new CallerInflow(scope.server.realm(), scope.server.mappings(), scope.server.unmapped())
                                    .of(security));
                } catch (RuntimeException e) { // the context is the adapter's code
                    throw failed(
                            each,
                            "the security context cannot be set up: " + e.getMessage(),
                            WorkContextErrorCodes.CONTEXT_SETUP_FAILED,
                            e);
                }
            }
            if (each instanceof WorkContextLifecycleListener listener) {
                listener.contextSetupComplete();
            }
        }
    }

    /** Makes the transaction that comes with the work the thread's; without one the thread has none. */
    private void enter(Scope scope) throws WorkCompletedException {
        ExecutionContext given = execution;
        TransactionContext context = null;
        for (WorkContext each : contexts) {
            if (each instanceof TransactionContext transaction) {
                context = transaction;
                given = transaction;
            }
        }
        Xid xid = given == null ? null : given.getXid();
        Inflow server = scope.server;
        try {
            scope.outer = server.transactions().suspend();
            if (given == null || xid == null) {
                return;
            }
            long seconds = given.getTransactionTimeout();
            Duration timeout = seconds > 0 ? Duration.ofSeconds(seconds) : Duration.ZERO;
            server.imported().enter(xid, timeout);
            scope.entered = xid;
        } catch (IllegalStateException e) {
            throw failed(
                    context,
                    "the transaction of the work is in use: " + e.getMessage(),
                    WorkException.TX_CONCURRENT_WORK_DISALLOWED,
                    e);
        } catch (NotSupportedException | InvalidTransactionException | RuntimeException e) {
            throw failed(
                    context,
                    "the transaction of the work cannot be imported: " + e.getMessage(),
                    WorkException.TX_RECREATE_FAILED,
                    e);
        }
    }

    private static WorkCompletedException failed(
            @Nullable WorkContext context, String message, String code, @Nullable Exception cause) {
        if (context instanceof WorkContextLifecycleListener listener) {
            listener.contextSetupFailed(code);
        }
        WorkCompletedException failed = new WorkCompletedException(message, code);
        if (cause != null) {
            failed.initCause(cause);
        }
        return failed;
    }
}
