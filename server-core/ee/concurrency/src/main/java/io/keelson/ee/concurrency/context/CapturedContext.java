package io.keelson.ee.concurrency.context;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.enterprise.concurrent.ContextServiceDefinition;
import jakarta.enterprise.concurrent.ManagedTask;
import jakarta.enterprise.concurrent.spi.ThreadContextProvider;
import jakarta.enterprise.concurrent.spi.ThreadContextRestorer;
import jakarta.enterprise.concurrent.spi.ThreadContextSnapshot;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The context of a thread at one moment, for tasks that run later and elsewhere, any number of times. Immutable.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.3.1 Context propagation; 3.3.5 Transaction management.
 */
public final class CapturedContext {
    private final ModuleScope module;
    private final ContextRules rules;
    private final InvocationContext application;
    private final @Nullable Caller caller;
    private final boolean clearTransaction;
    private final List<ThreadContextSnapshot> snapshots;

    private CapturedContext(
            ModuleScope module,
            ContextRules rules,
            InvocationContext application,
            boolean clearTransaction,
            List<ThreadContextSnapshot> snapshots) {
        this.module = module;
        this.rules = rules;
        this.application = application;
        this.caller = application.caller();
        this.clearTransaction = clearTransaction;
        this.snapshots = snapshots;
    }

    /**
     * Captures the context of the calling thread.
     *
     * @param properties execution properties of the task
     */
    public static CapturedContext of(ModuleScope module, ContextRules rules, Map<String, String> properties) {
        return make(module, rules, here(module), properties);
    }

    /** Returns a copy of the invocation context of the calling thread; that of the module where the thread works for no application. */
    public static InvocationContext here(ModuleScope module) {
        InvocationContext current = InvocationContext.current();
        return current == null || current.application() == null ? module.home() : current.copy();
    }

    /** Returns the context that {@link #here} was on another thread, with the other types of context of the calling one. */
    public static CapturedContext of(ModuleScope module, ContextRules rules, InvocationContext there) {
        return make(module, rules, there.copy(), Map.of());
    }

    /** Returns the same for a task with execution properties. */
    static CapturedContext of(
            ModuleScope module, ContextRules rules, InvocationContext there, Map<String, String> properties) {
        return make(module, rules, there, properties);
    }

    ContextRules rules() {
        return rules;
    }

    private static CapturedContext make(
            ModuleScope module, ContextRules rules, InvocationContext application, Map<String, String> properties) {
        String transaction = properties.get(ManagedTask.TRANSACTION);
        boolean clear = transaction == null
                ? rules.of(ContextServiceDefinition.TRANSACTION) != Treatment.UNCHANGED
                : !transaction.equals(ManagedTask.USE_TRANSACTION_OF_EXECUTION_THREAD);
        List<ThreadContextSnapshot> snapshots = new ArrayList<>();
        for (ThreadContextProvider provider : module.providers()) {
            Treatment treatment = rules.of(provider.getThreadContextType());
            if (treatment != Treatment.UNCHANGED) {
                snapshots.add(
                        treatment == Treatment.PROPAGATED
                                ? provider.currentContext(properties)
                                : provider.clearedContext(properties));
            }
        }
        return new CapturedContext(module, rules, application, clear, List.copyOf(snapshots));
    }

    /** Returns the module that it belongs to. */
    public ModuleScope module() {
        return module;
    }

    /** Runs in this context. */
    public void run(Runnable body) {
        try (Established established = begin()) {
            body.run();
        }
    }

    /** Calls in this context. */
    public <T> T call(Callable<T> body) throws Exception {
        try (Established established = begin()) {
            return body.call();
        }
    }

    /**
     * Establishes this context on the calling thread.
     *
     * @return puts back the previous one
     * @throws IllegalStateException when the module has ended, or a provider of the application fails
     */
    public Established begin() {
        if (module.isClosed()) {
            throw new IllegalStateException(module.name() + " has ended; nothing of it runs any more");
        }
        return new Established(this);
    }

    private InvocationContext next() {
        InvocationContext here = InvocationContext.current();
        InvocationContext next = switch (rules.of(ContextServiceDefinition.APPLICATION)) {
            case PROPAGATED -> application.copy();
            case CLEARED -> new InvocationContext(null, ClassLoader.getPlatformClassLoader(), 0);
            case UNCHANGED ->
                here == null
                        ? new InvocationContext(null, Thread.currentThread().getContextClassLoader(), 0)
                        : here.copy();
        };
        next.caller(
                switch (rules.of(ContextServiceDefinition.SECURITY)) {
                    case PROPAGATED -> caller;
                    case CLEARED -> null;
                    case UNCHANGED -> here == null ? null : here.caller();
                });
        return next;
    }

    /** A context that is established on a thread. Confined to that thread. */
    public static final class Established implements AutoCloseable {
        private final ModuleScope module;
        private final @Nullable ClassLoader loader;
        private final @Nullable InvocationContext previous;
        private final Deque<ThreadContextRestorer> restorers = new ArrayDeque<>();
        private @Nullable TransactionControl cleared;
        private @Nullable Transaction suspended;

        private Established(CapturedContext context) {
            this.module = context.module;
            this.loader = Thread.currentThread().getContextClassLoader();
            this.previous = InvocationContext.enter(context.next());
            boolean whole = false;
            try {
                if (context.clearTransaction && module.transactions() != null) {
                    suspended = module.transactions().suspend();
                    cleared = module.transactions();
                }
                for (ThreadContextSnapshot snapshot : context.snapshots) {
                    restorers.push(snapshot.begin());
                }
                whole = true;
            } finally {
                if (!whole) {
                    close();
                }
            }
        }

        @Override
        public void close() {
            try {
                while (!restorers.isEmpty()) {
                    restore(restorers.pop());
                }
                resume();
            } finally {
                InvocationContext.exit(previous, loader);
            }
        }

        private void restore(ThreadContextRestorer restorer) {
            try {
                restorer.endContext();
            } catch (RuntimeException e) {
                ConcurrencyLog.LOG.taskFailed(module.name(), restorer, e);
            }
        }

        /** A transaction that the task has left is not the thread's. */
        private void resume() {
            TransactionControl control = cleared;
            if (control == null) {
                return;
            }
            if (control.current() != null) {
                ConcurrencyLog.LOG.transactionLeft(module.name());
                try {
                    control.complete(Completion.ROLLBACK);
                } catch (Exception e) { // the thread is without a transaction, whatever it throws
                    ConcurrencyLog.LOG.debugf(e, "a transaction that a task of %s left", module.name());
                }
            }
            Transaction before = suspended;
            if (before != null) {
                try {
                    control.resume(before);
                } catch (InvalidTransactionException e) {
                    throw new IllegalStateException(
                            "the transaction of the thread cannot be resumed after a task of " + module.name(), e);
                }
            }
        }
    }
}
