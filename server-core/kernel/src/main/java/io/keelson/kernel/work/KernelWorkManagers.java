package io.keelson.kernel.work;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.RequestClassDefinition.FairShare;
import io.keelson.base.work.ResourceSize;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagerDefinition;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import io.keelson.kernel.config.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The work managers of a server: one self-tuned pool for all of them and a small one for administration. Owned by the
 * server, which stops it last. Thread-safe. See docs/design/work-managers.md.
 */
public final class KernelWorkManagers implements WorkManagers, WorkRuntimes {
    /** The queue name of the self-tuned pool's threads. */
    public static final String QUEUE = "keelson.kernel.Default (self-tuning)";

    /** The queue name of the administration's threads. */
    public static final String ADMIN_QUEUE = "keelson.admin.Default";

    private static final String APPLICATION = "application/";
    private static final int ADMIN_MIN = 2;
    private static final int ADMIN_MAX = 16;
    private static final int ADMIN_CAPACITY = 1024;
    private static final int FAIR_SHARE = 50;

    private final ExecutePool pool;
    private final ExecutePool adminPool;
    private final PooledWorkManager standard;
    private final PooledWorkManager administration;
    private final Object lock = new Object();
    private final List<KernelScope> applications = new ArrayList<>();
    private volatile Map<String, PooledWorkManager> named = Map.of();
    private Map<String, WorkManagerSettings> domain = Map.of();

    private KernelWorkManagers(Ticker ticker, ThreadPoolSettings threads) {
        int max = threads.selfTuningThreadPoolSizeMax();
        int min = Math.min(threads.selfTuningThreadPoolSizeMin(), max);
        this.pool = new ExecutePool(QUEUE, ticker, min, max, new BacklogSizer());
        this.adminPool = new ExecutePool(ADMIN_QUEUE, ticker, ADMIN_MIN, ADMIN_MAX, new BacklogSizer());
        this.standard = make(DEFAULT, standardLimits());
        this.administration =
                new PooledWorkManager("administration", adminPool, new WorkLimits(ADMIN_CAPACITY, FAIR_SHARE));
    }

    /** Starts the execute threads as the configuration describes them. */
    public static KernelWorkManagers start(Ticker ticker, Configuration configuration) {
        return start(ticker, configuration.get(ThreadPoolSettings.class), configuration.all(WorkManagerSettings.class));
    }

    /** Starts the execute threads. */
    public static KernelWorkManagers start(
            Ticker ticker, ThreadPoolSettings threads, Map<String, WorkManagerSettings> managers) {
        KernelWorkManagers result = new KernelWorkManagers(ticker, threads);
        result.configure(managers);
        result.pool.start();
        result.adminPool.start();
        return result;
    }

    /** Applies changed limits; work managers that the domain no longer has take no more work. */
    public void apply(Configuration next) {
        configure(next.all(WorkManagerSettings.class));
    }

    private void configure(Map<String, WorkManagerSettings> settings) {
        synchronized (lock) {
            domain = Map.copyOf(settings);
            standard.limits(standardLimits());
            applications.forEach(KernelScope::apply);
            Map<String, PooledWorkManager> before = named;
            Map<String, PooledWorkManager> after = new HashMap<>();
            settings.forEach((name, limits) -> {
                if (!name.equals(DEFAULT)) {
                    PooledWorkManager known = before.get(name);
                    PooledWorkManager manager = known != null ? known : make(name, limits(limits));
                    manager.limits(limits(limits));
                    after.put(name, manager);
                }
            });
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

    PooledWorkManager make(String name, WorkLimits limits) {
        return new PooledWorkManager(name, pool, limits);
    }

    WorkLimits standardLimits() {
        return limits(domain.getOrDefault(DEFAULT, WorkManagerSettings.DEFAULTS));
    }

    /** The limits of a work manager of the domain; null when the domain has none of that name. */
    @Nullable
    WorkLimits globalLimits(String name) {
        WorkManagerSettings settings = domain.get(name);
        return settings == null ? null : limits(settings);
    }

    private static WorkLimits limits(WorkManagerSettings settings) {
        return new WorkLimits(settings.capacity(), settings.fairShare());
    }

    /** The limits that a definition means in a scope. */
    WorkLimits limits(KernelScope scope, String name, WorkManagerDefinition declared) {
        String what = "the work manager '" + name + "' of " + scope.name();
        if (declared.minThreadsConstraint() != null
                || declared.maxThreadsConstraint() != null
                || declared.shutdownTrigger() != null
                || declared.virtualThreads()) {
            throw new IllegalArgumentException(what + " asks for constraints that this server does not have");
        }
        return new WorkLimits(capacity(scope, what, declared.capacity()), share(scope, what, declared.requestClass()));
    }

    private int capacity(KernelScope scope, String what, @Nullable String capacity) {
        if (capacity == null) {
            return standardLimits().capacity();
        }
        for (KernelScope at = scope; at != null; at = at.outer()) {
            Integer found = at.definitions().capacities().get(capacity);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalArgumentException(what + " names the capacity '" + capacity + "', which is defined nowhere");
    }

    private int share(KernelScope scope, String what, @Nullable String requestClass) {
        if (requestClass == null) {
            return FAIR_SHARE;
        }
        for (KernelScope at = scope; at != null; at = at.outer()) {
            RequestClassDefinition found = at.definitions().requestClasses().get(requestClass);
            if (found instanceof FairShare fair) {
                return fair.share();
            }
            if (found != null) {
                throw new IllegalArgumentException(
                        what + " names '" + requestClass + "', which is not a fair share; this server has no others");
            }
        }
        throw new IllegalArgumentException(
                what + " names the request class '" + requestClass + "', which is defined nowhere");
    }

    @Override
    public WorkManager standard() {
        return standard;
    }

    @Override
    public WorkManager administration() {
        return administration;
    }

    @Override
    public WorkManager named(String name) {
        if (name.equals(DEFAULT)) {
            return standard;
        }
        Map<String, PooledWorkManager> known = named;
        WorkManager manager = known.get(name);
        if (manager == null) {
            List<String> names = new ArrayList<>(known.keySet());
            names.add(DEFAULT);
            throw new IllegalArgumentException(
                    "the domain has no work manager '" + name + "'" + NearestName.hint(name, names));
        }
        return manager;
    }

    @Override
    public WorkScope forApplication(String application) {
        synchronized (lock) {
            KernelScope scope = new KernelScope(this, APPLICATION + application, null, WorkDefinitions.NONE);
            applications.add(scope);
            return scope;
        }
    }

    /** Forgets the scope of an application that is closed. The caller holds the lock. */
    void forget(KernelScope application) {
        applications.remove(application);
    }

    @Override
    public ResourceSize dataSource(String name, int connections) {
        throw new UnsupportedOperationException("no constraint can be bound to the data source '" + name + "' yet");
    }

    @Override
    public WorkBatch newBatch() {
        return new PoolBatch(pool);
    }

    @Override
    public void renewThreads() {
        pool.renewThreads();
        adminPool.renewThreads();
    }

    @Override
    public List<WorkManagerRuntime> workManagers() {
        List<WorkManagerRuntime> list = new ArrayList<>();
        pool.managers().forEach(manager -> list.add(manager.runtime()));
        adminPool.managers().forEach(manager -> list.add(manager.runtime()));
        return list;
    }

    @Override
    public List<ThreadPoolRuntime> threadPools() {
        return List.of(pool.runtime(), adminPool.runtime());
    }

    /** Refuses new work, lets what was accepted end until the deadline, then interrupts it and ends the threads. */
    public void stop(Deadline deadline) {
        pool.stop(deadline);
        adminPool.stop(deadline);
    }
}
