package io.keelson.ejb.invocation;

import io.keelson.base.time.Ticker;
import io.keelson.component.spi.BeanAuthorization;
import io.keelson.ejb.interceptor.BeanInterceptors;
import io.keelson.ejb.model.BeanModel;
import io.keelson.kernel.context.Caller;
import jakarta.ejb.NoSuchEJBException;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of one bean, put together at deployment. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.4.1 and chapters 8, 9, 12.
 */
public final class Pipeline {
    private final Step first;
    private final Step admission;
    private final @Nullable StatelessPool pool;
    private final @Nullable SingletonStep singleton;
    private final @Nullable StatefulStep stateful;
    private final Runnable end;

    /** Tells which methods may be called directly, by index. */
    private final IntPredicate direct;

    private Pipeline(
            IntPredicate direct,
            Step first,
            Step admission,
            @Nullable StatelessPool pool,
            @Nullable SingletonStep singleton,
            @Nullable StatefulStep stateful,
            Runnable end) {
        this.direct = direct;
        this.end = end;
        this.first = first;
        this.admission = admission;
        this.pool = pool;
        this.singleton = singleton;
        this.stateful = stateful;
    }

    /**
     * The surroundings of a bean.
     *
     * @param manager of transactions
     * @param ticker of the server
     * @param roles tells whether a caller is in a role of the application
     * @param runAs the caller as whom a bean runs, by role
     * @param log hears of system exceptions
     * @param replicas the copies of a stateful bean on other servers; null: none
     * @param scheduler looks again for beans that others want; null where there are no copies
     * @param passivation keeps idle stateful beans on disk; null: all stay in memory
     * @param policies those that the application may bring; null: it cannot have any
     */
    public record Services(
            TransactionManager manager,
            Ticker ticker,
            BiPredicate<Caller, String> roles,
            Function<String, Caller> runAs,
            BiConsumer<BeanCall, Throwable> log,
            @Nullable StatefulReplicas replicas,
            @Nullable ScheduledExecutorService scheduler,
            @Nullable Passivation passivation,
            @Nullable BeanAuthorization policies) {
        /** Makes the surroundings of a bean without copies on other servers. */
        public Services(
                TransactionManager manager,
                Ticker ticker,
                BiPredicate<Caller, String> roles,
                Function<String, Caller> runAs,
                BiConsumer<BeanCall, Throwable> log) {
            this(manager, ticker, roles, runAs, log, null, null, null, null);
        }
    }

    /**
     * The settings of a bean.
     *
     * @param maxBeans the most instances of a stateless or message-driven bean, at least 1
     * @param longestWait how long a call waits for one of them at most
     * @param transactionTimeout of transactions that are begun for its calls, in seconds; 0: that of the server
     */
    public record Settings(int maxBeans, Duration longestWait, int transactionTimeout) {
        /** The defaults: 1000 instances, 5 s. */
        public static final Settings DEFAULT = new Settings(1000, Duration.ofSeconds(5), 0);
    }

    /** Returns the exception by which the client hears that the bean has been undeployed. */
    public static Throwable undeployed(BeanCall call, NoSuchEJBException reason) {
        return Failures.missing(call, reason);
    }

    /** Puts the pipeline of a bean together. */
    public static Pipeline of(
            BeanModel model,
            InstanceSource source,
            BeanInterceptors interceptors,
            Settings settings,
            Services services) {
        boolean own = model.beanManagedTransactions();
        InterceptorStep bean = new InterceptorStep(model.methods(), interceptors);
        StatelessPool pool = null;
        SingletonStep singleton = null;
        StatefulStep stateful = null;
        Step instance;
        switch (model.kind()) {
            case STATELESS, MESSAGE_DRIVEN -> {
                pool = new StatelessPool(
                        model.name(),
                        source,
                        model.exceptions(),
                        settings.maxBeans(),
                        settings.longestWait(),
                        own ? new OpenTransactionStep(services.manager(), bean) : bean);
                instance = pool;
            }
            case SINGLETON -> {
                // The lock is outside of the transaction, so that it is held until the commit, and no transaction waits
                // for it.
                singleton = new SingletonStep(
                        model.name(),
                        source,
                        !model.beanManagedConcurrency(),
                        transaction(
                                model,
                                own ? new OpenTransactionStep(services.manager(), bean) : bean,
                                settings,
                                services));
                Step first = outside(model, new RefusalStep(failures(model, services), singleton), services);
                return new Pipeline(
                        direct(bean, services), first, admission(model, services), null, singleton, null, () -> {});
            }
            case STATEFUL -> {
                stateful = new StatefulStep(
                        model,
                        source,
                        services.manager(),
                        services.ticker(),
                        bean,
                        services.replicas(),
                        services.scheduler(),
                        services.passivation());
                instance = stateful;
            }
            default -> throw new IllegalArgumentException("no pipeline for " + model.kind());
        }
        return new Pipeline(
                stateful == null ? direct(bean, services) : index -> false,
                around(model, instance, settings, services),
                admission(model, services),
                pool,
                singleton,
                stateful,
                () -> {});
    }

    /**
     * Puts the pipeline of a bean together that has an instance step of its own.
     *
     * @param instance chooses the instance and calls its method
     * @param end ends the instances
     */
    public static Pipeline of(BeanModel model, Step instance, Runnable end, Settings settings, Services services) {
        return new Pipeline(
                index -> false,
                around(model, instance, settings, services),
                admission(model, services),
                null,
                null,
                null,
                end);
    }

    /** A policy of the application asks for the arguments; stateful beans are called by their identity. */
    private static IntPredicate direct(InterceptorStep bean, Services services) {
        return services.policies() == null ? bean::direct : index -> false;
    }

    /** The steps before the instance. */
    private static Step around(BeanModel model, Step instance, Settings settings, Services services) {
        return outside(model, transaction(model, instance, settings, services), services);
    }

    private static Failures failures(BeanModel model, Services services) {
        return new Failures(model.name(), services.log());
    }

    private static Step transaction(BeanModel model, Step next, Settings settings, Services services) {
        Failures failures = failures(model, services);
        return model.beanManagedTransactions()
                ? new BeanManagedStep(services.manager(), model.exceptions(), failures, next)
                : new TransactionStep(
                        services.manager(), model.exceptions(), failures, settings.transactionTimeout(), next);
    }

    /** The security of calls that reach no instance. */
    private static Step admission(BeanModel model, Services services) {
        return outside(model, call -> null, services);
    }

    /** The steps that come before all others. */
    private static Step outside(BeanModel model, Step next, Services services) {
        String runAs = model.security().runAs();
        Step called = runAs == null ? next : new RunAsStep(services.runAs().apply(runAs), next);
        Step constraints = new SecurityStep(services.roles(), called);
        BeanAuthorization policies = services.policies();
        return policies == null ? constraints : new PolicyStep(policies, model.name(), constraints, called);
    }

    /**
     * Runs a call.
     *
     * @return what the method returned
     * @throws Throwable what the specification lets the client see
     */
    public @Nullable Object run(BeanCall call) throws Throwable {
        return first.run(call);
    }

    /**
     * Asks for the security of a call that the container serves without an instance.
     *
     * @throws Throwable what the client is told where it may not call the method
     */
    public void admit(BeanCall call) throws Throwable {
        Object unused = admission.run(call);
    }

    /** Returns true if a local call of a method, by index, may be {@linkplain BeanCall#direct direct}: no step needs its arguments. */
    public boolean direct(int index) {
        return direct.test(index);
    }

    /** Returns the pool of a stateless or message-driven bean; null for others. */
    public @Nullable StatelessPool pool() {
        return pool;
    }

    /** Returns the singleton; null for others. */
    public @Nullable SingletonStep singleton() {
        return singleton;
    }

    /** Returns the stateful beans; null for others. */
    public @Nullable StatefulStep stateful() {
        return stateful;
    }

    /** Ends all instances. */
    public void close() {
        if (pool != null) {
            pool.close();
        }
        if (singleton != null) {
            singleton.close();
        }
        if (stateful != null) {
            stateful.close();
        }
        end.run();
    }
}
