package io.keelson.ee.concurrency;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.ThreadLimit;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagerDefinition;
import io.keelson.base.work.WorkScope;
import io.keelson.ee.concurrency.context.CapturedContext;
import io.keelson.ee.concurrency.context.ConcurrencyLog;
import io.keelson.ee.concurrency.context.ContextRules;
import io.keelson.ee.concurrency.context.ModuleContextService;
import io.keelson.ee.concurrency.context.ModuleScope;
import io.keelson.ee.concurrency.task.ManagedExecutor;
import io.keelson.ee.concurrency.task.ManagedScheduledExecutor;
import io.keelson.ee.concurrency.task.ManagedThreads;
import io.keelson.ee.concurrency.task.ModuleTasks;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.ProvidedObject;
import io.keelson.kernel.spi.resource.ResourceMaker;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.kernel.work.VirtualThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Executors, context services and thread factories of one module. Thread-safe. */
final class ModuleConcurrency {
    static final String DEFAULT_CONTEXT = "java:comp/DefaultContextService";
    private static final String UNLIMITED = "";

    private final ComponentNames names;
    private final Supplier<WorkScope> work;
    private final ModuleScope scope;
    private final ModuleTasks tasks;
    private final ModuleContextService contexts;
    private final List<Reference> references = new CopyOnWriteArrayList<>();
    private final List<ManagedExecutor> executors = new CopyOnWriteArrayList<>();

    /** By name; its monitor guards it. */
    private final Map<String, DomainValue> ofDomain = new HashMap<>();

    /** A name of a context service that a definition refers to. */
    private record Reference(String name, String place) {}

    ModuleConcurrency(
            String name,
            ClassLoader loader,
            ComponentNames names,
            Supplier<WorkScope> work,
            WorkManager plain,
            @Nullable TransactionControl transactions,
            List<ClassLoader> application,
            ScheduledExecutorService timer,
            Ticker ticker) {
        this.names = names;
        this.work = work;
        this.scope = new ModuleScope(name, loader, transactions, application);
        this.tasks = new ModuleTasks(scope, () -> plain, timer, ticker);
        this.contexts = new ModuleContextService(scope, ContextRules.STANDARD, this::plain);
    }

    /** Runs work that has its context already. */
    private void plain(Runnable action) {
        tasks.offer(tasks.standard(), action);
    }

    void bindDefaults() throws NamingException {
        names.bind(DEFAULT_CONTEXT, contexts);
        names.bind(
                "java:comp/DefaultManagedExecutorService",
                shown(new ManagedExecutor("the default managed executor", tasks, tasks::standard, () -> contexts)));
        names.bind(
                "java:comp/DefaultManagedScheduledExecutorService",
                shown(new ManagedScheduledExecutor(
                        "the default managed scheduled executor", tasks, tasks::standard, () -> contexts)));
        names.bind(
                "java:comp/DefaultManagedThreadFactory",
                lookedUp("DefaultManagedThreadFactory", () -> contexts, Thread.NORM_PRIORITY, false));
    }

    // ---- what the domain defines -----------------------------------------------------------------------------------

    /** Makes a value. */
    interface Making {
        Object make() throws NamingException;
    }

    /**
     * The module's own of what the domain defines. A definition that has changed makes another one; who has the old one keeps it until
     * the module ends.
     */
    Object ofDomain(ResourceMaker.Definition definition, Making making) throws NamingException {
        synchronized (ofDomain) {
            DomainValue there = ofDomain.get(definition.name());
            if (there == null || !there.settings().equals(definition.settings())) {
                there = new DomainValue(definition.settings(), making.make());
                ofDomain.put(definition.name(), there);
            }
            return there.value();
        }
    }

    private record DomainValue(Map<String, String> settings, Object value) {}

    // ---- what the application defines ------------------------------------------------------------------------------

    ModuleContextService contextService(ContextRules rules) {
        return new ModuleContextService(scope, rules, this::plain);
    }

    ManagedExecutor executor(String name, Limits limits, String context, String place) {
        return shown(new ManagedExecutor(name, tasks, workManager(name, limits), context(context, place)));
    }

    ManagedScheduledExecutor scheduledExecutor(String name, Limits limits, String context, String place) {
        return shown(new ManagedScheduledExecutor(name, tasks, workManager(name, limits), context(context, place)));
    }

    private <E extends ManagedExecutor> E shown(E made) {
        executors.add(made);
        return made;
    }

    /** Figures of its executors. Any thread. */
    List<ExecutorRuntime> figures() {
        return executors.stream()
                .map(each -> ExecutorRuntime.of(scope.name(), each.name(), each.figures()))
                .toList();
    }

    /** A thread factory that an application defines: threads of one that is looked up have the user who looked it up. */
    ProvidedObject threads(String name, int priority, boolean virtual, String context, String place) {
        return lookedUp(plain(name), context(context, place), priority, available(name, virtual));
    }

    /** A thread factory of the domain, one for all lookups of the module: its threads have no user. */
    ManagedThreads threadsOfDomain(String name, int priority, boolean virtual, String context, String place) {
        Supplier<ModuleContextService> of = context(context, place);
        return new ManagedThreads(
                plain(name),
                new AtomicInteger(1),
                tasks,
                () -> of.get().of(scope.home()),
                priority,
                available(name, virtual));
    }

    private ProvidedObject lookedUp(String name, Supplier<ModuleContextService> of, int priority, boolean virtual) {
        AtomicInteger numbers = new AtomicInteger(1);
        return () -> {
            InvocationContext here = CapturedContext.here(scope);
            return new ManagedThreads(name, numbers, tasks, () -> of.get().of(here), priority, virtual);
        };
    }

    private static String plain(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /**
     * Settings of threads in a definition.
     *
     * @param maxAsync at most so many tasks at a time; -1: as many as there are threads
     * @param workManager the name of the work manager on which tasks run; null: that of the module
     */
    record Limits(int maxAsync, boolean virtual, @Nullable String workManager) {}

    private boolean available(String name, boolean virtual) {
        if (virtual && !VirtualThreads.available()) {
            ConcurrencyLog.LOG.noVirtualThreads(name, scope.name());
            return false;
        }
        return virtual;
    }

    /** Its limit is a constraint of a work manager of its own, which is made at the first use: the module's scope is there then. */
    private Supplier<WorkManager> workManager(String name, Limits limits) {
        String own = limits.workManager();
        if (own != null) {
            return new Once<>(() -> work.get().named(own));
        }
        boolean virtual = available(name, limits.virtual());
        return limits.maxAsync() < 0 && !virtual
                ? tasks::standard
                : new Once<>(() -> limited(name.replace('/', '.'), limits.maxAsync(), virtual));
    }

    private WorkManager limited(String name, int maxAsync, boolean virtual) {
        String constraint = maxAsync < 0 ? UNLIMITED : name;
        WorkManagerDefinition definition = new WorkManagerDefinition(
                null, null, constraint.isEmpty() ? null : constraint, null, null, false, virtual);
        return work.get()
                .inner(
                        "concurrency",
                        new WorkDefinitions(
                                Map.of(),
                                Map.of(),
                                constraint.isEmpty() ? Map.of() : Map.of(constraint, new ThreadLimit.Count(maxAsync)),
                                Map.of(),
                                Map.of(name, definition)))
                .named(name);
    }

    /** Definitions come in any order, so the name is looked up when it is needed. */
    private Supplier<ModuleContextService> context(String name, String place) {
        if (name.equals(DEFAULT_CONTEXT)) {
            return () -> contexts;
        }
        Reference reference = new Reference(name, place);
        references.add(reference);
        return new Once<>(() -> {
            try {
                return find(reference);
            } catch (NamingException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    private ModuleContextService find(Reference reference) throws NamingException {
        Object found;
        try {
            found = names.initialContext().lookup(reference.name());
        } catch (NamingException e) {
            NamingException missing = new NamingException(reference.place() + ": the context service '"
                    + reference.name() + "' is not bound: " + e.getMessage());
            missing.setRootCause(e);
            throw missing;
        }
        if (found instanceof ModuleContextService service) {
            return service;
        }
        throw new NamingException(
                reference.place() + ": '" + reference.name() + "' is no context service of this server but a "
                        + found.getClass().getName());
    }

    /** Looks whether the context services of this module that definitions name are there. */
    void check() throws NamingException {
        for (Reference each : references) {
            if (!isShared(each.name())) {
                find(each);
            }
        }
    }

    /** Looks whether the context services of all modules that definitions name are there. All modules have started. */
    void checkShared() throws NamingException {
        for (Reference each : references) {
            if (isShared(each.name())) {
                find(each);
            }
        }
    }

    private static boolean isShared(String name) {
        return name.startsWith("java:app/") || name.startsWith("java:global/");
    }

    void close(Duration longest) {
        if (!scope.isClosed()) {
            tasks.close(longest);
        }
    }

    /** A value that is made at the first use. Its monitor guards it. */
    private static final class Once<T> implements Supplier<T> {
        private final Supplier<T> making;
        private @Nullable T made;

        Once(Supplier<T> making) {
            this.making = making;
        }

        @Override
        public synchronized T get() {
            T there = made;
            if (there == null) {
                there = making.get();
                made = there;
            }
            return there;
        }
    }
}
