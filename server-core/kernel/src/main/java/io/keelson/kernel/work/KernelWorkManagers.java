package io.keelson.kernel.work;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.config.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The work managers of a server: one self-tuned pool for all of them and a small one for administration. Owned by the
 * server, which stops it last. Thread-safe. See docs/design/work-managers.md.
 */
public final class KernelWorkManagers implements WorkManagers, WorkRuntimes {
    /** The queue name of the self-tuned pool's threads. */
    public static final String QUEUE = "keelson.kernel.Default (self-tuning)";

    /** The queue name of the administration's threads. */
    public static final String ADMIN_QUEUE = "keelson.admin.Default";

    private static final String DEFAULT = "default";
    private static final String APPLICATION = "application/";
    private static final int ADMIN_MIN = 2;
    private static final int ADMIN_MAX = 16;
    private static final int ADMIN_CAPACITY = 1024;

    private final ExecutePool pool;
    private final ExecutePool adminPool;
    private final PooledWorkManager standard;
    private final PooledWorkManager administration;
    private volatile Map<String, PooledWorkManager> named = Map.of();
    private volatile WorkManagerSettings defaults = WorkManagerSettings.DEFAULTS;

    private KernelWorkManagers(Ticker ticker, ThreadPoolSettings threads) {
        int max = threads.selfTuningThreadPoolSizeMax();
        int min = Math.min(threads.selfTuningThreadPoolSizeMin(), max);
        this.pool = new ExecutePool(QUEUE, ticker, min, max, new BacklogSizer());
        this.adminPool = new ExecutePool(ADMIN_QUEUE, ticker, ADMIN_MIN, ADMIN_MAX, new BacklogSizer());
        this.standard = new PooledWorkManager(DEFAULT, pool, defaults.capacity(), defaults.fairShare());
        this.administration = new PooledWorkManager("administration", adminPool, ADMIN_CAPACITY, defaults.fairShare());
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
        defaults = settings.getOrDefault(DEFAULT, WorkManagerSettings.DEFAULTS);
        for (PooledWorkManager manager : pool.managers()) {
            if (manager == standard || manager.name().startsWith(APPLICATION)) {
                manager.limits(defaults.capacity(), defaults.fairShare());
            }
        }
        Map<String, PooledWorkManager> before = named;
        Map<String, PooledWorkManager> after = new HashMap<>();
        settings.forEach((name, limits) -> {
            if (!name.equals(DEFAULT)) {
                PooledWorkManager known = before.get(name);
                PooledWorkManager manager = known != null
                        ? known
                        : new PooledWorkManager(name, pool, limits.capacity(), limits.fairShare());
                manager.limits(limits.capacity(), limits.fairShare());
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
    public ApplicationWorkManager forApplication(String application) {
        WorkManagerSettings limits = defaults;
        return new PooledWorkManager(APPLICATION + application, pool, limits.capacity(), limits.fairShare());
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
