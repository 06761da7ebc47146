package io.keelson.kernel.work;

import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.TracedThread;
import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of an execute pool. Carries the invocation context of the work that it runs. */
final class ExecuteThread extends Thread implements InvocationContext.ContextThread, TracedThread, FairQueues.Taker {
    private final ExecutePool pool;
    private final int number;
    private final int generation;
    private final @Nullable MinThreads servesOnly;
    private final ClassLoader home;
    // Written by this thread only, with ordered stores; read by whoever counts.
    private final AtomicLong completed = new AtomicLong();
    private final AtomicReference<@Nullable PooledWorkManager> running = new AtomicReference<>();
    private @Nullable InvocationContext context;
    private long charged = Flow.UNCHARGED;
    private boolean looksNext;

    /** The thread beneath on the idle stack; written before the push that publishes it. */
    volatile int below;

    private volatile boolean parked;
    private volatile boolean retired;

    /** A thread that runs whatever the pool has. */
    ExecuteThread(ExecutePool pool, int number, String queue) {
        this(pool, number, queue, null);
    }

    /** A standby thread, which runs the work of one min-threads constraint and ends when nothing of that has a right to a thread. */
    ExecuteThread(ExecutePool pool, int number, String queue, @Nullable MinThreads servesOnly) {
        // No thread locals of whoever happened to be running when the pool grew.
        super(null, null, "ExecuteThread: '" + number + "' for queue: '" + queue + "'", 0, false);
        this.pool = pool;
        this.number = number;
        this.servesOnly = servesOnly;
        this.generation = pool.generation();
        this.home = ExecuteThread.class.getClassLoader();
        setDaemon(true);
        setContextClassLoader(home);
    }

    int number() {
        return number;
    }

    /** The pool's generation in which this thread was made. */
    int generation() {
        return generation;
    }

    long completed() {
        return completed.get();
    }

    /** Returns whose work runs here now; null while none does. */
    @Nullable
    PooledWorkManager running() {
        return running.get();
    }

    /** Notes that the piece just taken was charged to its flow. Called on this thread. */
    @Override
    public void charged(long nanos) {
        charged = nanos;
    }

    @Override
    public void run() {
        boolean ended = false;
        try {
            if (servesOnly == null) {
                serve();
            } else {
                relieve(servesOnly);
            }
            ended = true;
        } finally {
            if (servesOnly == null) {
                pool.ended(this, ended);
            } else {
                pool.standbyEnded(this);
            }
        }
    }

    private void serve() {
        boolean woken = false;
        while (!retired && (woken || generation == pool.generation() && !pool.tooMany())) {
            Task task = pool.take(this);
            if (woken) {
                pool.wakeUpIsOver();
                woken = false;
            }
            if (task != null) {
                execute(task);
            } else {
                woken = rest();
            }
        }
    }

    private void relieve(MinThreads constraint) {
        Task task = retired ? null : pool.takeFor(constraint, this);
        while (task != null) {
            execute(task);
            task = retired || generation != pool.generation() ? null : pool.takeFor(constraint, this);
        }
    }

    /** Parks until there is work or the thread is to end. Returns true when it was woken for work. */
    private boolean rest() {
        parked = true;
        pool.idle(this);
        while (parked) {
            LockSupport.park(pool);
        }
        return !retired;
    }

    /** Wakes the thread for work. Called by whoever took it from the idle stack. */
    void wake() {
        parked = false;
        LockSupport.unpark(this);
    }

    /** Ends the thread. Called by whoever took it from the idle stack: one that stays on it must not end. */
    void retire() {
        retired = true;
        wake();
    }

    /** Lets the thread end after its piece. It stays parked where it is parked. */
    void takeNoMore() {
        retired = true;
    }

    /**
     * Returns true if this thread looks for work in that pool next, so that no other need be woken for a piece that it has just let in.
     * True once after each piece. Called on this thread.
     */
    boolean comesForIt(ExecutePool to) {
        boolean comes = looksNext && pool == to;
        looksNext = false;
        return comes;
    }

    private void execute(Task task) {
        PooledWorkManager manager = task.lane().manager();
        BoundTask bound = task instanceof BoundTask constrained ? constrained : null;
        running.lazySet(manager);
        long charge = charged;
        boolean measured = charge != Flow.UNCHARGED || bound != null && bound.measured();
        long start = measured ? pool.ticker().nanoTime() : 0;
        if (bound != null) {
            bound.begins();
        }
        try {
            task.body().run();
        } catch (Throwable e) { // whatever the work throws, the thread lives on and the error is told
            report(manager, e);
        }
        long took = measured ? pool.ticker().nanoTime() - start : 0;
        if (charge != Flow.UNCHARGED) {
            charged = Flow.UNCHARGED;
            task.lane().flow().settle(charge, took);
        }
        clean();
        running.lazySet(null);
        completed.lazySet(completed.getPlain() + 1);
        if (bound != null) {
            looksNext = servesOnly == null && !retired;
            bound.ended(took);
            looksNext = false;
        }
        manager.release();
    }

    static void report(PooledWorkManager manager, Throwable failure) {
        try {
            WorkLog.LOG.workFailed(failure, manager.name());
        } catch (Throwable e) { // out of memory in the log itself; there is nothing left to tell it to
            failure.addSuppressed(e);
        }
    }

    /** Leaves nothing of the work behind for the next piece. */
    private void clean() {
        if (context != null) {
            InvocationContext.end();
        }
        Thread.interrupted();
        if (getContextClassLoader() != home) {
            setContextClassLoader(home);
        }
    }

    @Override
    public @Nullable InvocationContext invocationContext() {
        return context;
    }

    @Override
    public @Nullable TraceContext traceContext() {
        return CurrentSpan.idsOf(context);
    }

    @Override
    public void invocationContext(@Nullable InvocationContext next) {
        context = next;
    }
}
