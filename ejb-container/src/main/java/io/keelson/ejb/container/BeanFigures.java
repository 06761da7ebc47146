package io.keelson.ejb.container;

import io.keelson.ejb.entity.EntityStep;
import io.keelson.ejb.invocation.Pipeline;
import io.keelson.ejb.invocation.StatefulStep;
import io.keelson.ejb.invocation.StatelessPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a bean at one moment. Counts are those since its deployment.
 *
 * @param calls that have ended
 * @param failures calls that ended with an exception other than an application exception
 * @param millis time of all calls together, in milliseconds
 * @param slowest time of the slowest call, in milliseconds
 * @param free instances that wait for a call: of a pool, or entity beans with an identity
 * @param inUse instances that serve a call; -1: not counted
 * @param waiting calls that wait for an instance now
 * @param waits calls that have waited for an instance
 * @param refusals calls that waited in vain
 * @param inMemory stateful beans in memory
 * @param onDisk stateful beans on disk
 * @param passivations stateful beans that have gone to disk
 * @param activations stateful beans that have come back from disk
 * @param expired stateful beans that have ended by their time-out
 */
public record BeanFigures(
        long calls,
        long failures,
        long millis,
        long slowest,
        int free,
        int inUse,
        int waiting,
        long waits,
        long refusals,
        int inMemory,
        int onDisk,
        long passivations,
        long activations,
        long expired) {
    static BeanFigures of(CallCounts counts, @Nullable Pipeline pipeline, @Nullable EntityStep entities) {
        StatelessPool pool = pipeline == null ? null : pipeline.pool();
        StatelessPool.Counts pooled = pool == null ? new StatelessPool.Counts(0, 0, 0, 0, 0) : pool.counts();
        StatefulStep stateful = pipeline == null ? null : pipeline.stateful();
        int inMemory = stateful == null ? 0 : stateful.inMemory();
        return new BeanFigures(
                counts.calls(),
                counts.failures(),
                TimeUnit.NANOSECONDS.toMillis(counts.nanos()),
                TimeUnit.NANOSECONDS.toMillis(counts.slowest()),
                entities == null ? pooled.free() : entities.cached(),
                entities == null ? pooled.inUse() : -1,
                pooled.waiting(),
                pooled.waits(),
                pooled.refusals(),
                inMemory,
                stateful == null ? 0 : Math.max(0, stateful.size() - inMemory),
                stateful == null ? 0 : stateful.passivations(),
                stateful == null ? 0 : stateful.activations(),
                stateful == null ? 0 : stateful.expired());
    }
}
