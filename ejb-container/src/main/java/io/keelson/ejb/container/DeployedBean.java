package io.keelson.ejb.container;

import io.keelson.base.work.WorkManager;
import io.keelson.component.environment.Environment;
import io.keelson.component.spi.BeanAuthorization;
import io.keelson.component.spi.ExtendedContexts;
import io.keelson.component.spi.ExtendedReferences;
import io.keelson.component.spi.SessionBeanServices;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.context.CallData;
import io.keelson.ejb.context.CurrentBean;
import io.keelson.ejb.context.Phase;
import io.keelson.ejb.context.RunningBean;
import io.keelson.ejb.descriptor.Clustering;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import io.keelson.ejb.entity.EntityStep;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.invocation.Pipeline;
import io.keelson.ejb.invocation.RunAsStep;
import io.keelson.ejb.invocation.StatefulStep;
import io.keelson.ejb.invocation.StatelessPool;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.timer.BeanTimerService;
import io.keelson.ejb.timer.TimedKey;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.remoting.RemoteObjects;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.NoSuchEJBException;
import jakarta.ejb.RemoveException;
import jakarta.ejb.TimerService;
import java.security.Principal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * A bean of a deployed module: every call of it begins here, enters the module's invocation context and goes through its pipeline. The
 * pipeline is made at the first use or at the start of the module, whichever comes first. Thread-safe; {@code making} guards the pipeline
 * until it is made.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.4 and chapter 4.
 */
public final class DeployedBean implements RunningBean {
    private static final Principal ANONYMOUS = new NamedPrincipal("anonymous");
    private static final int MOST_SHARED = 32;

    private final BeanModel model;
    private final BeanModule module;
    private final ContainerServices services;
    private final ApplicationBeans application;
    private final BeanReferences references;
    private final TimedView timed;
    private final PipelineFactory factory;
    private final RemoteValues values;
    private final WeblogicEjbJar.Calls calls;
    private final WorkManager work;
    private final ReentrantLock making = new ReentrantLock();
    private volatile @Nullable Pipeline pipeline;
    private volatile @Nullable SessionBeanServices cdi;
    private volatile @Nullable Consumer<ExtendedContexts> extended;
    private volatile @Nullable Environment environment;
    private volatile @Nullable EntityStep entities;
    private final @Nullable BeanAuthorization policies;
    private final CallCounts counts = new CallCounts();

    /** One for each view and rule of rollback; the array is not changed. */
    private volatile CurrentBean[] shared = {};

    private boolean closed;

    /** True when all instances have ended: references lead to nothing from then on. */
    private volatile boolean ended;

    /**
     * Makes a bean that has no instance yet.
     *
     * @param application all beans of its application
     * @param interception its interceptors
     * @param byReference true if clients in this server call remote interfaces by reference
     * @param calls settings of its pool and its transactions
     * @param work runs its remote and asynchronous calls, its timers and its messages; local calls stay on the thread of their caller
     * @throws IllegalArgumentException when a view of it cannot be made
     */
    public DeployedBean(
            BeanModel model,
            BeanModule module,
            ContainerServices services,
            ApplicationBeans application,
            BeanInterception interception,
            boolean byReference,
            WeblogicEjbJar.Calls calls,
            WorkManager work) {
        this.calls = calls;
        this.work = work;
        this.application = application;
        this.model = model;
        this.module = module;
        this.services = services;
        this.values = new RemoteValues(model.name(), byReference ? null : new ByValue(module.loader()));
        this.references = new BeanReferences(this);
        this.timed = new TimedView(this);
        this.policies = module.deployment().attachment(BeanAuthorization.class).orElse(null);
        this.factory = new PipelineFactory(this, services, interception, calls, policies);
    }

    /** Says that CDI makes the instances. */
    void served(SessionBeanServices byCdi) {
        cdi = byCdi;
    }

    /** Returns the services of CDI; null where the application does not use it. */
    @Nullable
    SessionBeanServices cdi() {
        return cdi;
    }

    /** Returns what the bean is. */
    public BeanModel model() {
        return model;
    }

    /** Returns the work manager that runs what does not come from a thread of this server that waits for it. */
    public WorkManager work() {
        return work;
    }

    /** Returns the settings of its stubs. */
    Clustering clustering() {
        return calls.clustering();
    }

    /** Returns the module that it is of. */
    public BeanModule module() {
        return module;
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public String toString() {
        return module.deployment().name() + "/" + model.name();
    }

    // ---- the pipeline ----------------------------------------------------------------------------------------------

    /** Returns the pipeline. */
    public Pipeline pipeline() {
        Pipeline there = pipeline;
        if (there != null && !ended) {
            return there;
        }
        return made();
    }

    private Pipeline made() {
        making.lock();
        try {
            Pipeline there = pipeline;
            if (ended || there == null && closed) {
                throw new NoSuchEJBException("bean " + this + " has been undeployed; look it up again");
            }
            if (there != null) {
                return there;
            }
            if (model.kind() == BeanKind.ENTITY) {
                EntityStep step = EntityContainer.step(this, services, application);
                entities = step;
                Pipeline made = factory.make(step);
                pipeline = made;
                step.start();
                return made;
            }
            Pipeline made = factory.make(cdi);
            pipeline = made;
            return made;
        } finally {
            making.unlock();
        }
    }

    /** Returns all beans of its application. */
    ApplicationBeans application() {
        return application;
    }

    /** Returns the identity of the stateful bean to which a reference leads; null: it is none of this bean. */
    @Nullable
    Object keyOf(Object reference) {
        return references.keyOf(reference);
    }

    /** Returns a reference to no bean, for a field that gets another one. */
    Object placeholder(Class<?> view) {
        return java.util.Objects.requireNonNull(references.of(view, stateful() ? UUID.randomUUID() : null));
    }

    /** Opens the extended persistence contexts of a new bean. */
    void openContexts(ExtendedContexts contexts) throws DeploymentException {
        Consumer<ExtendedContexts> opening = extended;
        if (opening == null) {
            ExtendedReferences references =
                    module.deployment().attachment(ExtendedReferences.class).orElse(null);
            opening = references == null ? none -> {} : references.of(components());
            extended = opening;
        }
        opening.accept(contexts);
    }

    /** Returns its figures of this moment. */
    public BeanFigures figures() {
        return BeanFigures.of(counts, pipeline, entities);
    }

    /** Returns the bean as its timers know it. */
    TimedView timed() {
        return timed;
    }

    /** Returns true if the bean is stateful and has instances that may be idle for too long. */
    boolean expires() {
        Pipeline there = pipeline;
        return there != null
                && there.stateful() != null
                && there.stateful().size() > 0
                && (!idleTime().isNegative() || model.stateful().passivates());
    }

    private Duration idleTime() {
        Duration own = model.stateful().timeout();
        return own == null ? services.settings().get().statefulTimeout() : own;
    }

    /** Ends the instances that have been idle for too long, and brings others to disk. */
    void expire() {
        StatefulStep stateful = pipeline().stateful();
        if (stateful != null) {
            if (!idleTime().isNegative()) {
                stateful.expire(idleTime().toNanos());
            }
            stateful.passivate();
        }
    }

    /** Returns the bean class and the classes of its interceptors, which declare names for the module. */
    public Set<Class<?>> components() {
        return factory.components();
    }

    /** Makes the singletons on which this one depends. */
    void beforeInstance() throws DeploymentException {
        if (model.kind() == BeanKind.SINGLETON) {
            new SingletonOrder(application).openBefore(this);
        }
    }

    /** Notes that a singleton is there, for the order in which singletons end. */
    void hasInstance() {
        if (model.kind() == BeanKind.SINGLETON) {
            application.made(this);
        }
    }

    /** Makes what is there before the first call. Called when the module's names are bound. */
    public void start() {
        pipeline();
    }

    /** Makes the instances that are to be there before the first call. Called when all modules of the application serve. */
    void fill() {
        StatelessPool pool = pipeline().pool();
        if (pool != null && calls.initialBeans() > 0) {
            try {
                pool.fill(calls.initialBeans());
            } catch (Throwable e) {
                EjbLog.LOG.noFirstInstances(model.name(), module.deployment().name(), e);
            }
        }
    }

    /** Ends all instances; calls are refused from then on. */
    public void close() {
        making.lock();
        Pipeline ending;
        try {
            closed = true;
            ending = pipeline;
        } finally {
            making.unlock();
        }
        services.components().close(this);
        if (ending != null) {
            ending.close();
        }
        ended = true;
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    /** Copies what calls of clients in this server pass through remote interfaces. */
    RemoteValues values() {
        return values;
    }

    /** A call of a method, as its client makes it. */
    @Nullable
    Object call(BeanMethod method, Class<?> view, ClientKind client, @Nullable Object key, @Nullable Object[] arguments)
            throws Throwable {
        if (method.asynchronous()) {
            return AsynchronousCall.begin(this, method, view, client, key, arguments);
        }
        return invoke(new BeanCall(method, arguments, client, key), view, null);
    }

    /**
     * Runs a call on the calling thread.
     *
     * @param view by which it was called; null: by none
     * @param cancelled tells if the client has cancelled it; null: it cannot
     */
    @Nullable
    Object invoke(BeanCall call, @Nullable Class<?> view, @Nullable BooleanSupplier cancelled) throws Throwable {
        CurrentBean current = current(call, view, cancelled);
        Pipeline through = pipelineOf(call);
        boolean apart = cancelled != null || call.method().asynchronous();
        InvocationContext around = InvocationContext.current();
        if (around == null || around.classLoader() != module.loader()) {
            return inModule(() -> run(call, through, current, apart));
        }
        // Calls within the module are the most: they make no object beside the call itself.
        Environment before = Environment.enter(environment);
        try {
            return run(call, through, current, apart);
        } finally {
            Environment.enter(before);
        }
    }

    private @Nullable Object run(BeanCall call, Pipeline through, CurrentBean current, boolean apart) throws Throwable {
        Runnable requestEnds = requestContext(call.client(), apart);
        CurrentBean before = current.enter();
        ExtendedContexts contexts = ExtendedContexts.enter(null);
        Map<String, Object> data = CallData.enter();
        Object runAs = RunAsStep.enter();
        boolean user = services.transactions().allowUserTransaction(model.beanManagedTransactions());
        long began = services.ticker().nanoTime();
        boolean failed = false;
        try {
            return through.run(call);
        } catch (Throwable thrown) {
            failed = model.exceptions().of(thrown, call.method().method()) == null;
            throw thrown;
        } finally {
            counts.ended(services.ticker().nanoTime() - began, failed);
            requestEnds.run();
            services.transactions().allowUserTransaction(user);
            RunAsStep.leave(runAs);
            CallData.leave(data);
            ExtendedContexts.enter(contexts);
            CurrentBean.leave(before);
        }
    }

    /** Returns the bean as a call has it. Calls that differ in nothing share it. */
    private CurrentBean current(BeanCall call, @Nullable Class<?> view, @Nullable BooleanSupplier cancelled) {
        Phase phase = phase(call, view);
        boolean marks = marksRollback(call.method());
        if (phase != Phase.BUSINESS || call.key() != null || cancelled != null) {
            return new CurrentBean(this, phase, call.key(), view, cancelled, marks);
        }
        for (CurrentBean each : shared) {
            if (each.view() == view && each.marksRollback() == marks) {
                return each;
            }
        }
        return shared(new CurrentBean(this, phase, null, view, null, marks));
    }

    private CurrentBean shared(CurrentBean made) {
        making.lock();
        try {
            CurrentBean[] there = shared;
            if (there.length < MOST_SHARED) {
                CurrentBean[] more = Arrays.copyOf(there, there.length + 1);
                more[there.length] = made;
                shared = more;
            }
            return made;
        } finally {
            making.unlock();
        }
    }

    /**
     * Lets only those pass who may call a method that the container serves itself.
     *
     * @throws Throwable what the client is told where it may not
     */
    void admit(BeanMethod method, ClientKind client, @Nullable Object[] arguments) throws Throwable {
        if (policies != null || !method.access().equals(AccessRule.OPEN)) {
            BeanCall call = new BeanCall(method, arguments, client, null);
            Pipeline through = pipelineOf(call);
            inModule(() -> {
                through.admit(call);
                return null;
            });
        }
    }

    private Phase phase(BeanCall call, @Nullable Class<?> view) {
        if (call.client() == ClientKind.TIMER) {
            return Phase.TIMEOUT;
        }
        // What a stateful bean's home calls is the bean's initialisation (4.3.9.1).
        return view != null && stateful() && references.isHome(view) ? Phase.LIFECYCLE : Phase.BUSINESS;
    }

    private Pipeline pipelineOf(BeanCall call) throws Throwable {
        try {
            return pipeline();
        } catch (NoSuchEJBException e) {
            throw Pipeline.undeployed(call, e);
        }
    }

    /**
     * Only methods that run in a transaction by their attribute may ask for its end (8.6.4); a bean without attributes
     * is asked elsewhere.
     */
    private static boolean marksRollback(BeanMethod method) {
        return switch (method.transaction()) {
            case REQUIRED, REQUIRES_NEW, MANDATORY -> true;
            case SUPPORTS, NOT_SUPPORTED, NEVER -> false;
        };
    }

    /**
     * Timers, messages and asynchronous calls have a request context of their own, and so has a call by a remote view where none of this
     * application is active (CDI 4.1, 28.3).
     */
    private Runnable requestContext(ClientKind client, boolean asynchronous) {
        SessionBeanServices byCdi = cdi;
        boolean own = asynchronous || client == ClientKind.TIMER || client == ClientKind.MESSAGE || client.remote();
        return own && byCdi != null ? byCdi.requestContext() : () -> {};
    }

    /** Code that runs in the module. */
    interface Call {
        /** Runs it. */
        @Nullable
        Object run() throws Throwable;
    }

    /** Runs code in an invocation context of the module, that of the thread where it is one. */
    @Nullable
    Object inModule(Call body) throws Throwable {
        InvocationContext around = InvocationContext.current();
        ClassLoader loader = module.loader();
        if (around != null && around.classLoader() == loader) {
            return withNames(body);
        }
        String name = module.deployment().name();
        InvocationContext own = around == null ? new InvocationContext(name, loader, 0) : around.within(name, loader);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(own);
        try {
            return withNames(body);
        } finally {
            InvocationContext.exit(previous, before);
        }
    }

    /** Runs code with the bean's own names, where it has some. Those of the caller come back after it. */
    private @Nullable Object withNames(Call body) throws Throwable {
        Environment before = Environment.enter(environment);
        try {
            return body.run();
        } finally {
            Environment.enter(before);
        }
    }

    /** Gives the bean names of its own, before its first call. */
    void environment(Environment own) {
        environment = own;
    }

    /** Returns the context in which the bean looks up names. */
    Context initialContext() {
        Environment own = environment;
        return own == null ? module.names().initialContext() : own.names().initialContext();
    }

    // ---- references ------------------------------------------------------------------------------------------------

    /**
     * Returns a reference for a client: the one that all share, or with a new stateful bean.
     *
     * @throws IllegalArgumentException when the bean has no such view
     * @throws jakarta.ejb.EJBException when the stateful bean cannot be made
     */
    public <T> T reference(Class<T> view) {
        return references.of(view, references.isHome(view) ? null : newKey());
    }

    /** Returns the identity of a new stateful bean; null for other kinds, which have none. */
    @Nullable
    Object newKey() {
        return model.kind() == BeanKind.STATEFUL ? created() : null;
    }

    private Object created() {
        UUID key = UUID.randomUUID();
        try {
            java.util.Objects.requireNonNull(pipeline().stateful()).create(key);
            return key;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            jakarta.ejb.EJBException failed =
                    new jakarta.ejb.EJBException("the stateful bean " + model.name() + " cannot be made: " + e);
            failed.initCause(e);
            throw failed;
        }
    }

    /**
     * Returns a reference for code that may have a copy of the view's interface.
     *
     * @param loader that of the code; null: unknown
     */
    Object referenceFor(@Nullable ClassLoader loader, Class<?> view) {
        return referenceAs(ViewBridge.seenBy(loader, view), view);
    }

    /**
     * Returns a reference of an interface that has the name of a view.
     *
     * @param shown the view, or the interface of the same name in a client's module
     */
    Object referenceAs(Class<?> shown, Class<?> view) {
        Object reference = reference(view);
        return shown == view ? reference : ViewBridge.of(reference, view, shown);
    }

    /** Returns the view that code means by a class: that itself, or the interface of the same name; null where there is none. */
    @Nullable
    Class<?> viewMeant(Class<?> asked) {
        if (hasView(asked) || !asked.isInterface()) {
            return hasView(asked) ? asked : null;
        }
        return model.views().all(model.beanClass()).stream()
                .filter(view -> view.isInterface() && view.getName().equals(asked.getName()) && hasView(view))
                .findFirst()
                .orElse(null);
    }

    /** Returns true if clients can have a reference of that type. */
    public boolean hasView(Class<?> view) {
        return references.has(view);
    }

    @Override
    public <T> T reference(Class<T> view, @Nullable Object key) {
        if (!references.has(view)) {
            throw new IllegalStateException(model.name() + " has no business interface " + view.getName());
        }
        return references.of(view, key);
    }

    /** Has handles of homes and component objects lead to this bean, until it is closed. */
    public void openHandles() {
        ComponentView<?, ?> view = references.component(true);
        if (view != null) {
            view.views().forEach(services.components()::open);
        }
        references.open(services.components());
    }

    /** Opens the remote interfaces for calls from other processes, until the module is undeployed. */
    public void open(RemoteObjects.Application remote) {
        references.open(remote);
    }

    // ---- as its context shows it -----------------------------------------------------------------------------------

    @Override
    public boolean stateful() {
        return model.kind() == BeanKind.STATEFUL;
    }

    @Override
    public boolean singleton() {
        return model.kind() == BeanKind.SINGLETON;
    }

    @Override
    public boolean entity() {
        return model.kind() == BeanKind.ENTITY;
    }

    @Override
    public boolean beanManagedTransactions() {
        return model.beanManagedTransactions();
    }

    @Override
    public Principal caller() {
        Caller caller = RunAsStep.caller();
        return caller == null ? ANONYMOUS : caller.principal();
    }

    @Override
    public boolean callerInRole(String role) {
        Caller caller = RunAsStep.caller();
        if (policies != null && policies.decides()) {
            return policies.holdsInBean(caller, model.name(), role);
        }
        return caller != null
                && module.roles().holdsAny(caller, Set.of(model.security().role(role)));
    }

    @Override
    public Object lookup(String name) {
        try {
            return module.initialContext().lookup(name.startsWith("java:") ? name : "java:comp/env/" + name);
        } catch (NamingException e) {
            throw new IllegalArgumentException(
                    "bean " + model.name() + " has no name '" + name + "': " + e.getMessage(), e);
        }
    }

    @Override
    public TimerService timers() {
        return new BeanTimerService(application.timers(), timed, entity() ? this::timedKey : null);
    }

    /** The timer service of an entity bean is there for an instance with identity (Enterprise JavaBeans 2.1, 10.5.5 and 12.1.6). */
    private TimedKey timedKey() {
        CurrentBean current = CurrentBean.get();
        Object key =
                current == null || current.bean() != this || current.phase() == Phase.ACTIVATION ? null : current.key();
        if (key == null) {
            throw new IllegalStateException(
                    "timers of entity bean " + model.name() + " belong to an entity object, and the calling"
                            + " thread works for none now: use them in ejbPostCreate, ejbRemove, ejbLoad, ejbStore, ejbTimeout or a"
                            + " business method");
        }
        return timed.timed(key);
    }

    /** Cancels the timers of an entity object that is removed. */
    void cancelTimers(Object key) {
        if (model.timers().timed()) {
            application.timers().cancel(timed, timed.timed(key));
        }
    }

    @Override
    public Map<String, Object> contextData() {
        return CallData.current();
    }

    @Override
    public @Nullable EJBHome home() {
        ComponentView<?, ?> view = references.component(true);
        return view == null ? null : (EJBHome) view.home();
    }

    @Override
    public @Nullable EJBLocalHome localHome() {
        ComponentView<?, ?> view = references.component(false);
        return view == null ? null : (EJBLocalHome) view.home();
    }

    @Override
    public @Nullable EJBObject object(@Nullable Object key) {
        ComponentView<?, ?> view = references.component(true);
        return view == null ? null : (EJBObject) view.object(key);
    }

    @Override
    public @Nullable EJBLocalObject localObject(@Nullable Object key) {
        ComponentView<?, ?> view = references.component(false);
        return view == null ? null : (EJBLocalObject) view.object(key);
    }

    /** Returns the primary key of an entity object's reference; null where it is none of this bean. */
    @Nullable
    Object primaryKey(Object reference) {
        ComponentView<?, ?> local = references.component(false);
        Object key = local == null ? null : local.primaryKey(reference);
        ComponentView<?, ?> remote = references.component(true);
        return key != null || remote == null ? key : remote.primaryKey(reference);
    }

    /** Ends a stateful bean whatever uses it; returns false if it is not there. */
    boolean remove(Object key) {
        StatefulStep stateful = pipeline().stateful();
        return stateful != null && stateful.remove(key);
    }

    /**
     * Ends a stateful bean by its home or component interface; returns false if it is not there.
     *
     * @throws RemoveException while it takes part in a transaction
     */
    boolean removeByClient(Object key) throws RemoveException {
        StatefulStep stateful = pipeline().stateful();
        return stateful != null && stateful.removeByClient(key);
    }

    /** Returns the one context object of all beans. */
    io.keelson.ejb.context.BeanContext context() {
        return services.context();
    }
}
