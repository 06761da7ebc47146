package io.keelson.ee.connectors.work;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.security.Realm;
import jakarta.resource.spi.work.ExecutionContext;
import jakarta.resource.spi.work.HintsContext;
import jakarta.resource.spi.work.SecurityContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkCompletedException;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkContextErrorCodes;
import jakarta.resource.spi.work.WorkContextLifecycleListener;
import jakarta.resource.spi.work.WorkContextProvider;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkRejectedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Contexts in which an adapter wants a piece of work to run. They are looked at when the work is given, and set up on its thread before it
 * runs. A context that is a {@link WorkContextLifecycleListener} hears of it. Immutable.
 *
 * <p>Specification: Connectors 2.1, chapter 11.
 */
final class WorkContexts {
    private static final List<Class<? extends WorkContext>> KNOWN = List.of(HintsContext.class, SecurityContext.class);

    private final List<WorkContext> contexts;

    private WorkContexts(List<WorkContext> contexts) {
        this.contexts = contexts;
    }

    /** Returns true if this server sets up contexts of exactly that class. */
    static boolean isKnown(Class<?> type) {
        return KNOWN.contains(type);
    }

    /**
     * Returns the contexts of a piece of work.
     *
     * @throws WorkRejectedException where contexts are given in two ways, or a transaction is to be imported
     * @throws WorkCompletedException where one is of a kind that this server has not, or two are of one kind
     */
    static WorkContexts of(Work work, @Nullable ExecutionContext execution) throws WorkException {
        if (execution != null && execution.getXid() != null) {
            throw new WorkRejectedException(
                    "this server imports no transactions of resource adapters", WorkException.TX_RECREATE_FAILED);
        }
        if (!(work instanceof WorkContextProvider provider)) {
            return new WorkContexts(List.of());
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
        return new WorkContexts(all);
    }

    private static @Nullable Class<?> kind(@Nullable WorkContext context) {
        return KNOWN.stream()
                .filter(each -> each.isInstance(context))
                .findFirst()
                .orElse(null);
    }

    /**
     * Sets them up in the invocation in which the work will run.
     *
     * @throws WorkCompletedException where one cannot be set up
     */
    void setUp(InvocationContext invocation, Realm realm, CallerMappings mappings) throws WorkCompletedException {
        for (WorkContext each : contexts) {
            if (each instanceof SecurityContext security) {
                try {
                    invocation.caller(new CallerInflow(realm, mappings).of(security));
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
