package io.keelson.kernel.work;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.ResourceSize;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import io.keelson.kernel.config.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The work managers of a server: one self-tuned pool for all of them, virtual threads where the JDK has them, and a small pool for
 * administration. Owned by the server, which stops it last. Thread-safe: {@code lock} guards scopes, constraints and what the domain
 * says; no work waits for it. See docs/design/work-managers.md.
 */
public final class KernelWorkManagers implements WorkManagers, WorkRuntimes {
    /** The queue name of the self-tuned pool's threads. */
    public static final String QUEUE = "keelson.kernel.Default (self-tuning)";

    /** The queue name of the administration's threads. */
    public static final String ADMIN_QUEUE = "keelson.admin.Default";

    /** The queue name of the virtual threads. */
    public static final String VIRTUAL_QUEUE = "keelson.kernel.Virtual";

    private static final String APPLICATION = "application/";
    private static final int ADMIN_MIN = 2;
    private static final int ADMIN_MAX = 16;
    private static final WorkLimits ADMIN_LIMITS = WorkLimits.of(1024, 50);

    private final Ticker ticker;
    private final ExecutePool pool;
    private final ExecutePool adminPool;
    private final @Nullable VirtualPool virtualPool;
    private final StuckThreads stuckThreads;
    private final DataSources dataSources = new DataSources();
    private final Constraints constraints;
    private final PooledWorkManager standard;
    private final PooledWorkManager administration;
    private final Object lock = new Object();
    private final List<KernelScope> applications = new ArrayList<>();
    private volatile Map<String, PooledWorkManager> named = Map.of();
    private DomainWork domain;

    private KernelWorkManagers(Ticker ticker, ThreadPoolSettings threads, DomainWork domain, IntConsumer tooManyStuck) {
        int max = threads.selfTuningThreadPoolSizeMax();
        int min = Math.min(threads.selfTuningThreadPoolSizeMin(), max);
        this.ticker = ticker;
        this.pool = new ExecutePool(QUEUE, ticker, min, max, new ThroughputSizer());
        this.adminPool = new ExecutePool(ADMIN_QUEUE, ticker, ADMIN_MIN, ADMIN_MAX, new ThroughputSizer());
        this.virtualPool =
                VirtualThreads.available() ? new VirtualPool(VIRTUAL_QUEUE, ticker, threads.virtualThreadsMax()) : null;
        this.stuckThreads = new StuckThreads(ticker, stages(), tooManyStuck);
        this.domain = domain;
        this.constraints = noConstraints();
        constraints.apply(domain);
        this.standard = make(DEFAULT, standardLimits());
        this.administration = new PooledWorkManager("administration", adminPool, ADMIN_LIMITS);
    }

    private List<Stage> stages() {
        return virtualPool == null ? List.of(pool, adminPool) : List.of(pool, adminPool, virtualPool);
    }

    /**
     * Starts the execute threads as the configuration describes them.
     *
     * @param tooManyStuck called once, on a thread of its own, when {@code overload.stuck-thread-count} threads are stuck
     * @throws IllegalArgumentException when the configuration contradicts itself
     */
    public static KernelWorkManagers start(Ticker ticker, Configuration configuration, IntConsumer tooManyStuck) {
        KernelWorkManagers result = new KernelWorkManagers(
                ticker, configuration.get(ThreadPoolSettings.class), DomainWork.of(configuration), tooManyStuck);
        result.apply(configuration);
        return result.started();
    }

    /** Starts the execute threads, with no more than these work managers. */
    public static KernelWorkManagers start(
            Ticker ticker, ThreadPoolSettings threads, Map<String, WorkManagerSettings> managers) {
        return start(ticker, threads, DomainWork.of(managers));
    }

    static KernelWorkManagers start(Ticker ticker, ThreadPoolSettings threads, DomainWork domain) {
        KernelWorkManagers result = new KernelWorkManagers(ticker, threads, domain, stuck -> {});
        result.apply(domain);
        return result.started();
    }

    private KernelWorkManagers started() {
        pool.start();
        adminPool.start();
        stuckThreads.start();
        return this;
    }

    // ---- what the domain says --------------------------------------------------------------------------------------

    /**
     * Checks that a changed configuration can be applied to what is deployed. Changes nothing.
     *
     * @throws IllegalArgumentException when an application names what the configuration no longer has, or it contradicts
     *     itself
     */
    public void check(Configuration next) {
        check(DomainWork.of(next));
    }

    void check(DomainWork next) {
        synchronized (lock) {
            applications.forEach(application -> application.check(next));
        }
    }

    /**
     * Applies a changed configuration that was checked: at once to all work that is handed over from now on. Work managers that the domain
     * no longer has take no more work of the server itself; an application's instance goes on with the limits of {@code default}.
     */
    public void apply(Configuration next) {
        stuckThreads.configure(next.get(StuckThreadSettings.class), next.get(OverloadSettings.class));
        if (virtualPool != null) {
            virtualPool.max(next.get(ThreadPoolSettings.class).virtualThreadsMax());
        }
        apply(DomainWork.of(next));
    }

    void apply(DomainWork next) {
        synchronized (lock) {
            domain = next;
            constraints.apply(next);
            standard.limits(standardLimits());
            applications.forEach(KernelScope::apply);
            Map<String, PooledWorkManager> before = named;
            Map<String, PooledWorkManager> after = new HashMap<>();
            for (String name : next.managers().keySet()) {
                if (!name.equals(DEFAULT)) {
                    PooledWorkManager known = before.get(name);
                    if (known != null) {
                        known.limits(globalLimits(name));
                    }
                    after.put(name, known != null ? known : make(name, globalLimits(name)));
                }
            }
            named = Map.copyOf(after);
            before.forEach((name, manager) -> {
                if (!after.containsKey(name)) {
                    manager.close();
                }
            });
        }
    }

    /** Guards all scopes and what is in them. */
    Object lock() {
        return lock;
    }

    /** Returns what the domain says now. The caller holds the lock. */
    DomainWork domain() {
        return domain;
    }

    /** The constraints of the domain. The caller holds the lock. */
    Constraints constraints() {
        return constraints;
    }

    Constraints noConstraints() {
        return new Constraints(ticker, dataSources);
    }

    PooledWorkManager make(String name, WorkLimits limits) {
        Stage stage = limits.virtualThreads() && virtualPool != null ? virtualPool : pool;
        return new PooledWorkManager(name, stage, limits);
    }

    /** The limits of what names no work manager. */
    WorkLimits standardLimits() {
        return globalLimits(DEFAULT);
    }

    /** The limits of a work manager of the domain; those of one that is not described when the domain has none of that name. */
    WorkLimits globalLimits(String name) {
        return new LimitsLookup(null, domain, constraints).limits(domain.manager(name));
    }

    // ---- who asks --------------------------------------------------------------------------------------------------

    @Override
    public WorkManager standard() {
        return standard.lane();
    }

    @Override
    public WorkManager administration() {
        return administration.lane();
    }

    @Override
    public WorkManager named(String name) {
        if (name.equals(DEFAULT)) {
            return standard.lane();
        }
        Map<String, PooledWorkManager> known = named;
        PooledWorkManager manager = known.get(name);
        if (manager == null) {
            List<String> names = new ArrayList<>(known.keySet());
            names.add(DEFAULT);
            throw new IllegalArgumentException(
                    "the domain has no work manager '" + name + "'" + NearestName.hint(name, names));
        }
        return manager.lane();
    }

    @Override
    public WorkScope forApplication(String application) {
        synchronized (lock) {
            KernelScope scope =
                    new KernelScope(this, APPLICATION + application, null, WorkDefinitions.NONE, noConstraints());
            applications.add(scope);
            return scope;
        }
    }

    /** Forgets the scope of an application that is closed. The caller holds the lock. */
    void forget(KernelScope application) {
        applications.remove(application);
    }

    @Override
    public WorkBatch newBatch() {
        return new PoolBatch(pool);
    }

    @Override
    public ResourceSize dataSource(String name, int connections) {
        return dataSources.add(name, connections);
    }

    @Override
    public void renewThreads() {
        pool.renewThreads();
        adminPool.renewThreads();
    }

    // ---- what can be seen ------------------------------------------------------------------------------------------

    @Override
    public List<WorkManagerRuntime> workManagers() {
        List<WorkManagerRuntime> list = new ArrayList<>();
        stages().forEach(stage -> stage.managers().forEach(manager -> list.add(manager.runtime())));
        return list;
    }

    @Override
    public List<ThreadPoolRuntime> threadPools() {
        return virtualPool == null
                ? List.of(pool.runtime(), adminPool.runtime())
                : List.of(pool.runtime(), adminPool.runtime(), virtualPool.runtime());
    }

    @Override
    public List<PoolDecision> decisions() {
        List<PoolDecision> all = new ArrayList<>(pool.decisions());
        all.addAll(adminPool.decisions());
        return all;
    }

    @Override
    public List<StuckThread> stuckThreads() {
        return stuckThreads.stuck();
    }

    /** Refuses new work, lets what was accepted end until the deadline, then interrupts it and ends the threads. */
    public void stop(Deadline deadline) {
        stuckThreads.stop();
        pool.stop(deadline);
        if (virtualPool != null) {
            virtualPool.stop(deadline);
        }
        adminPool.stop(deadline);
    }
}
