package io.keelson.kernel.work;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.ShutdownTrigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Notices threads that have been at one piece of work for too long. It looks at intervals and remembers what each thread was at, so
 * that work itself pays nothing for it; a thread's time counts from the first look that sees the piece.
 *
 * <p>What it remembers is guarded by its own lock. The thread that looks is made by {@link #start} and ends with {@link #stop}.
 */
final class StuckThreads {
    private final Ticker ticker;
    private final List<Stage> stages;
    private final IntConsumer tooManyStuck;
    private final Thread thread = Threads.daemon("keelson.stuck-threads", this::run);
    private Map<Thread, Known> known = new HashMap<>();
    private volatile StuckThreadSettings settings = StuckThreadSettings.DEFAULTS;
    private volatile OverloadSettings overload = OverloadSettings.DEFAULTS;
    private volatile boolean stopped;
    private boolean gaveUp;

    /**
     * A monitor of those stages.
     *
     * @param tooManyStuck called once, with the number of stuck threads, when it reaches {@code overload.stuck-thread-count}
     */
    StuckThreads(Ticker ticker, List<Stage> stages, IntConsumer tooManyStuck) {
        this.ticker = ticker;
        this.stages = stages;
        this.tooManyStuck = tooManyStuck;
    }

    /** Piece of work that a thread was at. */
    private static final class Known {
        final Thread thread;
        final PooledWorkManager manager;
        final long piece;
        final long since;
        boolean stuck;

        Known(Thread thread, PooledWorkManager manager, long piece, long since) {
            this.thread = thread;
            this.manager = manager;
            this.piece = piece;
            this.since = since;
        }
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** Takes other times. */
    void configure(StuckThreadSettings times, OverloadSettings limits) {
        settings = times;
        overload = limits;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!stopped) {
            LockSupport.parkNanos(this, settings.stuckThreadTimerInterval().toNanos() / 2);
            if (!stopped) {
                look();
            }
        }
    }

    /** Looks at all threads. */
    void look() {
        int failing = lookLocked();
        if (failing > 0) {
            WorkLog.LOG.tooManyStuck(failing);
            tooManyStuck.accept(failing);
        }
    }

    /** Returns how many threads make the server fail; 0 when it need not. */
    private synchronized int lookLocked() {
        long now = ticker.nanoTime();
        Map<Thread, Known> before = known;
        Map<Thread, Known> seen = new HashMap<>();
        for (Stage stage : stages) {
            stage.visit((at, manager, piece) -> {
                Known old = before.get(at);
                if (old == null || old.manager != manager || old.piece != piece) {
                    old = new Known(at, manager, piece, now);
                }
                seen.put(at, old);
            });
        }
        before.forEach((at, old) -> {
            if (old.stuck && seen.get(at) != old) {
                WorkLog.LOG.unstuck(at.getName(), old.manager.name(), (now - old.since) / 1_000_000_000);
            }
        });
        known = seen;
        Map<PooledWorkManager, Integer> stuckOf = new HashMap<>();
        int failing = 0;
        for (Known each : seen.values()) {
            judge(each, now);
            if (each.stuck) {
                stuckOf.merge(each.manager, 1, Integer::sum);
            }
            failing += counts(each, now) ? 1 : 0;
        }
        for (Stage stage : stages) {
            stage.managers().forEach(manager -> trigger(manager, stuckOf.getOrDefault(manager, 0)));
        }
        int limit = overload.stuckThreadCount();
        if (gaveUp || limit == 0 || failing < limit) {
            return 0;
        }
        gaveUp = true;
        return failing;
    }

    private void judge(Known each, long now) {
        Duration limit = settings.stuckThreadMaxTime();
        ShutdownTrigger trigger = each.manager.limits().shutdownTrigger();
        if (trigger != null && !trigger.maxStuckThreadTime().isZero()) {
            limit = trigger.maxStuckThreadTime();
        }
        long busy = now - each.since;
        boolean stuck = !each.manager.limits().ignoreStuckThreads() && !limit.isZero() && busy >= limit.toNanos();
        if (stuck && !each.stuck) {
            WorkLog.LOG.stuck(
                    each.thread.getName(),
                    busy / 1_000_000_000,
                    each.manager.name(),
                    limit.toSeconds(),
                    stack(each.thread));
        }
        each.stuck = stuck;
    }

    private boolean counts(Known each, long now) {
        Duration limit = overload.maxStuckThreadTime();
        if (limit.isZero()) {
            limit = settings.stuckThreadMaxTime();
        }
        return !each.manager.limits().ignoreStuckThreads() && !limit.isZero() && now - each.since >= limit.toNanos();
    }

    private static void trigger(PooledWorkManager manager, int stuck) {
        manager.stuck(stuck);
        ShutdownTrigger trigger = manager.limits().shutdownTrigger();
        if (trigger != null && stuck >= trigger.stuckThreadCount()) {
            if (manager.suspend()) {
                WorkLog.LOG.suspended(manager.name(), stuck);
            }
        } else if ((trigger == null || trigger.resumeWhenUnstuck()) && manager.resume()) {
            WorkLog.LOG.resumed(manager.name(), stuck);
        }
    }

    private static String stack(Thread of) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : of.getStackTrace()) {
            text.append(System.lineSeparator()).append("    at ").append(frame);
        }
        return text.toString();
    }

    /** Those that are stuck, with where they stand now. */
    List<StuckThread> stuck() {
        List<Known> stuck = new ArrayList<>();
        long now = ticker.nanoTime();
        synchronized (this) {
            known.values().stream().filter(each -> each.stuck).forEach(stuck::add);
        }
        return stuck.stream()
                .map(each -> new StuckThread(
                        each.thread.getName(),
                        each.manager.name(),
                        Duration.ofNanos(now - each.since),
                        List.of(each.thread.getStackTrace())))
                .toList();
    }
}
