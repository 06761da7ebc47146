package io.keelson.examples.jobs;

import io.keelson.api.cluster.ClusterSingleton;
import io.keelson.api.cluster.SingletonService;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A timer of which the cluster has one. To begin is to start a scheduler, to end is to stop it and to wait for what runs: when
 * {@code deactivate} has returned another server may begin.
 */
@ClusterSingleton(name = "timer")
public final class ClusterTimer implements SingletonService {
    private static final Logger LOG = System.getLogger(ClusterTimer.class.getName());
    private static final int SECONDS = 10;

    private ScheduledExecutorService scheduler;

    @Override
    public void activate() {
        scheduler = Executors.newSingleThreadScheduledExecutor(body -> new Thread(body, "cluster timer"));
        scheduler.scheduleAtFixedRate(ClusterTimer::tick, 0, SECONDS, TimeUnit.SECONDS);
    }

    private static void tick() {
        LOG.log(Level.INFO, "tick: the cluster hears this once in {0} s", SECONDS);
    }

    @Override
    public void deactivate() {
        scheduler.shutdown();
        try {
            if (!scheduler.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
                scheduler.shutdownNow();
            }
        } catch (InterruptedException e) {
            scheduler.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
