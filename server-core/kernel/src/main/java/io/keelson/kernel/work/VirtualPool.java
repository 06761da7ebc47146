package io.keelson.kernel.work;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.InvocationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs each piece of work on a virtual thread of its own, at most so many at a time; what comes beyond waits in fair queues as it
 * does for execute threads. Lock-free, thread-safe. See docs/design/work-managers.md.
 *
 * <p>A piece of a min-threads constraint that has fewer running than it is guaranteed starts beyond the limit.
 */
final class VirtualPool implements Stage {
    private final String name;
    private final Ticker ticker;
    private final Admission admission;
    private final CopyOnWriteArrayList<PooledWorkManager> managers = new CopyOnWriteArrayList<>();
    private final Map<PooledWorkManager, ThreadFactory> factories = new ConcurrentHashMap<>();
    private final Set<Piece> running = ConcurrentHashMap.newKeySet();
    private final LongAdder completed = new LongAdder();
    private final ClassLoader home = VirtualPool.class.getClassLoader();
    private volatile boolean stopped;

    VirtualPool(String name, Ticker ticker, int max) {
        this.name = name;
        this.ticker = ticker;
        this.admission = new Admission(ticker, max) {
            @Override
            void pass(Task task, long charge) {
                start(task, charge, true);
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    /** Takes another limit. */
    void max(int next) {
        admission.limit(next);
    }

    @Override
    public void admit(Task task) {
        MinThreads guaranteed = task instanceof BoundTask bound ? bound.minThreads() : null;
        Flow flow = task.lane().flow();
        if (guaranteed != null && flow.isEmpty() && guaranteed.claim()) {
            ((BoundTask) task).counted();
            start(task, Flow.UNCHARGED, false);
        } else {
            admission.enter(task, flow);
        }
    }

    private void start(Task task, long charge, boolean admitted) {
        if (stopped) {
            return; // it was cut off while it waited, and has been counted as such
        }
        Piece piece = new Piece(task, charge, admitted);
        Thread thread = factory(task.lane().manager()).newThread(piece);
        piece.thread = thread;
        running.add(piece);
        thread.start();
    }

    private ThreadFactory factory(PooledWorkManager manager) {
        return factories.computeIfAbsent(
                manager, key -> VirtualThreads.factory("VirtualThread for work manager: '" + key.name() + "' #"));
    }

    /** A piece on its thread. */
    private final class Piece implements Runnable {
        private final Task task;
        private final boolean admitted;
        private final long charge;
        private @Nullable Thread thread; // set before the piece is published

        Piece(Task task, long charge, boolean admitted) {
            this.task = task;
            this.charge = charge;
            this.admitted = admitted;
        }

        @Override
        public void run() {
            Thread.currentThread().setContextClassLoader(home);
            BoundTask bound = task instanceof BoundTask constrained ? constrained : null;
            boolean measured = charge != Flow.UNCHARGED || bound != null && bound.measured();
            long start = measured ? ticker.nanoTime() : 0;
            if (bound != null) {
                bound.begins();
            }
            try {
                task.body().run();
            } catch (Throwable e) { // told, as on an execute thread
                ExecuteThread.report(task.lane().manager(), e);
            }
            InvocationContext.end();
            running.remove(this);
            long took = measured ? ticker.nanoTime() - start : 0;
            if (charge != Flow.UNCHARGED) {
                task.lane().flow().settle(charge, took);
            }
            if (bound != null) {
                bound.ended(took);
                startGuaranteed(bound.minThreads());
            }
            if (admitted) {
                admission.leave();
            }
            completed.increment();
            task.lane().manager().release();
        }
    }

    /** Starts what waits and has a right to a thread now that a piece of its constraint has ended. */
    private void startGuaranteed(@Nullable MinThreads constraint) {
        while (constraint != null && constraint.wanted(admission.queues()) > 0 && constraint.claim()) {
            long[] charged = {Flow.UNCHARGED};
            Task next = admission.queues().poll(constraint.flows(), nanos -> charged[0] = nanos);
            if (next instanceof BoundTask bound && bound.minThreads() == constraint) {
                bound.counted();
            } else {
                constraint.end();
            }
            if (next == null) {
                return;
            }
            start(next, charged[0], false);
            admission.tookOne();
        }
    }

    @Override
    public FairQueues queues() {
        return admission.queues();
    }

    @Override
    public void register(PooledWorkManager manager) {
        managers.add(manager);
    }

    @Override
    public void unregister(PooledWorkManager manager) {
        managers.remove(manager);
        factories.remove(manager);
    }

    @Override
    public List<PooledWorkManager> managers() {
        return managers;
    }

    @Override
    public int running(PooledWorkManager manager) {
        int count = 0;
        for (Piece piece : running) {
            if (piece.task.lane().manager() == manager) {
                count++;
            }
        }
        return count;
    }

    @Override
    public void guarantee(MinThreads constraint) {
        startGuaranteed(constraint);
    }

    @Override
    public void forget(MinThreads constraint) {} // nothing is kept of it

    @Override
    public void visit(ThreadVisitor visitor) {
        for (Piece piece : running) {
            Thread thread = piece.thread;
            if (thread != null) {
                visitor.at(thread, piece.task.lane().manager(), 0);
            }
        }
    }

    ThreadPoolRuntime runtime() {
        int now = running.size();
        return new ThreadPoolRuntime(name, now, 0, 0, 0, admission.limit(), admission.waiting(), completed.sum());
    }

    /** Refuses new work, lets what was accepted end until the deadline, then interrupts it and drops what waits. */
    void stop(Deadline deadline) {
        List<PooledWorkManager> all = List.copyOf(managers);
        all.forEach(PooledWorkManager::close);
        while (load(all) > 0 && !deadline.passed()) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
        }
        stopped = true;
        int cutOff = load(all);
        List<String> names = new ArrayList<>();
        for (Piece piece : running) {
            Thread thread = piece.thread;
            if (thread != null) {
                thread.interrupt();
                names.add(thread.getName());
            }
        }
        if (cutOff > 0) {
            WorkLog.LOG.workCutOff(cutOff, name, String.join(", ", names));
        }
    }

    private static int load(List<PooledWorkManager> all) {
        return all.stream().mapToInt(PooledWorkManager::load).sum();
    }
}
