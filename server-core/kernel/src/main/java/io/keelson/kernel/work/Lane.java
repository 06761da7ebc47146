package io.keelson.kernel.work;

import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.WorkManager;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A work manager as it is for one request class: what rooms hand their work to. A work manager has one lane, and one more for each
 * class that callers may have. Thread-safe.
 */
final class Lane implements WorkManager {
    private final PooledWorkManager manager;
    private final RequestClass requestClass;
    private final Flow flow;
    // All that it ever had: work accepted under an earlier configuration may still come to them.
    private final CopyOnWriteArrayList<BoundTask.Entrance> entrances = new CopyOnWriteArrayList<>();
    private volatile BoundTask.@Nullable Entrance entrance;

    /** A lane that is part of its stage's queues. */
    Lane(PooledWorkManager manager, RequestClassDefinition definition) {
        this.manager = manager;
        this.requestClass = new RequestClass(definition);
        this.flow = new Flow(manager.stage().queues(), requestClass);
        flow.queues().register(flow);
    }

    PooledWorkManager manager() {
        return manager;
    }

    /** Returns where its pieces wait for a thread. */
    Flow flow() {
        return flow;
    }

    RequestClass requestClass() {
        return requestClass;
    }

    /** The way into the max-threads constraint that counts for new work. */
    BoundTask.@Nullable Entrance entrance() {
        return entrance;
    }

    /** Takes another class and constraint. Called by one thread at a time. */
    void limits(RequestClassDefinition definition, @Nullable MaxThreads constraint) {
        requestClass.define(definition);
        flow.queues().goalsChanged();
        entrance = constraint == null ? null : entrance(constraint);
        if (constraint != null) {
            constraint.queues().goalsChanged();
        }
    }

    private BoundTask.Entrance entrance(MaxThreads constraint) {
        for (BoundTask.Entrance known : entrances) {
            if (known.constraint() == constraint) {
                return known;
            }
        }
        Flow before = new Flow(constraint.queues(), requestClass);
        constraint.queues().register(before);
        BoundTask.Entrance made = new BoundTask.Entrance(constraint, before);
        entrances.add(made);
        return made;
    }

    /** Leaves all queues; no piece of this lane is anywhere any more. */
    void unregister() {
        flow.queues().unregister(flow);
        entrances.forEach(known -> known.constraint().queues().unregister(known.flow()));
    }

    /** Returns how many pieces wait before a max-threads constraint. */
    int heldBack() {
        int sum = 0;
        for (BoundTask.Entrance known : entrances) {
            sum += known.flow().waiting();
        }
        return sum;
    }

    @Override
    public String name() {
        return manager.name();
    }

    @Override
    public boolean offer(Runnable work) {
        Task task = manager.accept(this, work);
        if (task == null) {
            return false;
        }
        manager.stage().submit(task);
        return true;
    }

    @Override
    public int load() {
        return manager.load();
    }

    @Override
    public boolean asksForCaller() {
        return manager.callers() != null;
    }

    @Override
    public WorkManager forCaller(@Nullable String user, Set<String> groups) {
        CallerLanes callers = manager.callers();
        Lane lane = callers == null ? null : callers.of(user, groups);
        return lane == null ? manager.lane() : lane;
    }
}
