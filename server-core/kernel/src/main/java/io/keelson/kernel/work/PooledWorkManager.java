package io.keelson.kernel.work;

import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.RequestClassDefinition.FairShare;
import io.keelson.base.work.RequestClassDefinition.ResponseTimeGoal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A work manager: its limits and its counters.
 *
 * <p>Invariant: {@code state} holds the load, that is what is accepted and not yet completed (bits 0 to 19), whether
 * the manager is closed (bit 20) or suspended (bit 21) and how much it has completed (the rest, which may wrap). A place
 * is taken by compare-and-set, so the load never exceeds the capacity, not even for a moment; and nothing is accepted
 * after one of the two bits is seen.
 */
final class PooledWorkManager {
    static final int GREATEST_CAPACITY = (1 << 20) - 1;
    private static final long LOAD = GREATEST_CAPACITY;
    private static final long CLOSED = 1L << 20;
    private static final long SUSPENDED = 1L << 21;
    private static final long NO_MORE = CLOSED | SUSPENDED;
    private static final long ONE_COMPLETED = (1L << 22) - 1; // one more completed, one less load

    private final String name;
    private final Stage stage;
    private final AtomicLong state = new AtomicLong();
    private final LongAdder refused = new LongAdder();
    private final Lane lane;
    // Written under the lock of the server's work managers, read by whoever ends the last piece.
    private final CopyOnWriteArrayList<Lane> lanes = new CopyOnWriteArrayList<>();
    private final Map<String, Lane> lanesOfCases = new HashMap<>();
    private final CopyOnWriteArrayList<MinThreads> guarantees = new CopyOnWriteArrayList<>();
    private volatile WorkLimits limits;
    private volatile @Nullable CallerLanes callers;
    private volatile int stuck;

    PooledWorkManager(String name, Stage stage, WorkLimits limits) {
        this.name = name;
        this.stage = stage;
        this.limits = limits;
        this.lane = new Lane(this, limits.requestClass());
        lanes.add(lane);
        limits(limits);
        stage.register(this);
    }

    String name() {
        return name;
    }

    Stage stage() {
        return stage;
    }

    /** The lane of callers that fit no case, which is all where there are no cases. */
    Lane lane() {
        return lane;
    }

    @Nullable
    CallerLanes callers() {
        return callers;
    }

    int load() {
        return (int) (state.get() & LOAD);
    }

    /** Takes a place for a piece; null when there is none. Whoever got it must bring it to the stage. */
    @Nullable
    Task accept(Lane by, Runnable body) {
        WorkLimits now = limits;
        if (!reserve(now.capacity())) {
            refused.increment();
            return null;
        }
        return now.bound() ? bound(now, by, body) : new Task(by, body);
    }

    private @Nullable Task bound(WorkLimits now, Lane by, Runnable body) {
        SharedCapacity shared = now.sharedCapacity();
        if (shared != null && !shared.reserve()) {
            refused.increment();
            leave(-1);
            return null;
        }
        return new BoundTask(by, body, shared, by.entrance(), now.minThreads());
    }

    private boolean reserve(int capacity) {
        while (true) {
            long seen = state.get();
            if ((seen & NO_MORE) != 0 || (seen & LOAD) >= capacity) {
                return false;
            }
            if (state.compareAndSet(seen, seen + 1)) {
                return true;
            }
        }
    }

    /** Gives a place back when its work has run. */
    void release() {
        leave(ONE_COMPLETED);
    }

    private void leave(long change) {
        long now = state.addAndGet(change);
        if ((now & (CLOSED | LOAD)) == CLOSED) {
            unregister();
        }
    }

    /** Refuses new work from now on. What is queued still runs. Does not block. */
    void close() {
        long before = state.getAndUpdate(seen -> seen | CLOSED);
        if ((before & LOAD) == 0) {
            unregister();
        }
    }

    private void unregister() {
        stage.unregister(this);
        lanes.forEach(Lane::unregister);
        guarantees.forEach(this::giveUp);
    }

    private void giveUp(MinThreads constraint) {
        lanes.forEach(each -> constraint.remove(each.flow()));
        guarantees.remove(constraint);
        stage.forget(constraint);
    }

    /** Refuses new work until {@link #resume}. Returns whether it took work before. */
    boolean suspend() {
        return (state.getAndUpdate(seen -> seen | SUSPENDED) & NO_MORE) == 0;
    }

    /** Takes work again. Returns whether it was suspended. */
    boolean resume() {
        return (state.getAndUpdate(seen -> seen & ~SUSPENDED) & SUSPENDED) != 0;
    }

    boolean suspended() {
        return (state.get() & SUSPENDED) != 0;
    }

    /** Sets the number of its threads that were stuck at the last look. */
    void stuck(int threads) {
        stuck = threads;
    }

    WorkLimits limits() {
        return limits;
    }

    /** Takes other limits. Called by one thread at a time. */
    void limits(WorkLimits next) {
        limits = next;
        lane.limits(next.requestClass(), next.maxThreads());
        callers = next.cases().isEmpty() ? null : callers(next);
        lanesOfCases.forEach((caseName, each) -> each.limits(each.requestClass().definition(), next.maxThreads()));
        MinThreads minimum = next.minThreads();
        for (MinThreads constraint : guarantees) {
            if (constraint != minimum) {
                giveUp(constraint);
            }
        }
        if (minimum != null) {
            lanes.forEach(each -> minimum.add(each.flow()));
            guarantees.addIfAbsent(minimum);
            stage.guarantee(minimum);
        }
    }

    private CallerLanes callers(WorkLimits next) {
        Map<String, Lane> users = new HashMap<>();
        List<CallerLanes.OfGroup> groups = new ArrayList<>();
        for (WorkLimits.Case each : next.cases()) {
            Lane own = lanesOfCases.computeIfAbsent(each.name(), key -> {
                Lane made = new Lane(this, each.requestClass());
                lanes.add(made);
                return made;
            });
            own.limits(each.requestClass(), next.maxThreads());
            if (each.user() != null) {
                users.putIfAbsent(each.user(), own);
            } else if (each.group() != null) {
                groups.add(new CallerLanes.OfGroup(each.group(), own));
            }
        }
        return new CallerLanes(users, groups);
    }

    WorkManagerRuntime runtime() {
        long now = state.get();
        WorkLimits keeps = limits;
        SharedCapacity shared = keeps.sharedCapacity();
        int load = (int) (now & LOAD);
        int running = Math.min(load, stage.running(this));
        int heldBack = 0;
        for (Lane each : lanes) {
            heldBack += each.heldBack();
        }
        return new WorkManagerRuntime(
                name,
                stage.name(),
                shared == null ? keeps.capacity() : Math.min(keeps.capacity(), shared.most()),
                describe(keeps),
                load - running,
                Math.min(heldBack, load - running),
                running,
                now >>> 22,
                refused.sum(),
                stuck,
                (now & SUSPENDED) != 0);
    }

    private static String describe(WorkLimits limits) {
        return (limits.cases().isEmpty() ? "" : "by context, else ") + describe(limits.requestClass());
    }

    private static String describe(RequestClassDefinition definition) {
        if (definition instanceof FairShare fair) {
            return "fair share " + fair.share();
        }
        return definition instanceof ResponseTimeGoal goal
                ? "response time goal " + goal.goal().toMillis() + " ms"
                : "by context";
    }
}
