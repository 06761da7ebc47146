package io.keelson.kernel.work;

import io.keelson.kernel.context.InvocationContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of an execute pool. Carries the invocation context of the work that it runs. */
final class ExecuteThread extends Thread implements InvocationContext.ContextThread {
    private static final long UNCHARGED = -1;

    private final ExecutePool pool;
    private final int number;
    private final int generation;
    private final ClassLoader home;
    // Written by this thread only, with ordered stores; read by whoever counts.
    private final AtomicLong completed = new AtomicLong();
    private final AtomicReference<@Nullable PooledWorkManager> running = new AtomicReference<>();
    private @Nullable InvocationContext context;
    private long charged = UNCHARGED;

    /** The thread beneath on the idle stack; written before the push that publishes it. */
    volatile int below;

    private volatile boolean parked;
    private volatile boolean retired;

    ExecuteThread(ExecutePool pool, int number, String queue) {
        // No thread locals of whoever happened to be running when the pool grew.
        super(null, null, "ExecuteThread: '" + number + "' for queue: '" + queue + "'", 0, false);
        this.pool = pool;
        this.number = number;
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

    /** Whose work runs here now; null while none does. */
    @Nullable
    PooledWorkManager running() {
        return running.get();
    }

    /** Notes that the piece just taken was charged to its request class. Called on this thread. */
    void charged(long nanos) {
        charged = nanos;
    }

    @Override
    public void run() {
        boolean ended = false;
        try {
            boolean woken = false;
            while (!retired && (woken || generation == pool.generation())) {
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
            ended = true;
        } finally {
            pool.ended(this, ended);
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

    private void execute(Task task) {
        PooledWorkManager manager = task.manager();
        running.lazySet(manager);
        long charge = charged;
        long start = charge == UNCHARGED ? 0 : pool.ticker().nanoTime();
        try {
            task.body().run();
        } catch (Throwable e) { // whatever the work throws, the thread lives on and the error is told
            report(manager, e);
        }
        if (charge != UNCHARGED) {
            charged = UNCHARGED;
            manager.requestClass().settle(charge, pool.ticker().nanoTime() - start);
        }
        clean();
        running.lazySet(null);
        completed.lazySet(completed.getPlain() + 1);
        manager.release();
    }

    private static void report(PooledWorkManager manager, Throwable failure) {
        try {
            WorkLog.LOG.workFailed(failure, manager.name());
        } catch (Throwable e) { // out of memory in the log itself; there is nothing left to tell it to
            failure.addSuppressed(e);
        }
    }

    /** Leaves nothing of the work behind for the next piece. */
    private void clean() {
        Thread.interrupted();
        context = null;
        if (getContextClassLoader() != home) {
            setContextClassLoader(home);
        }
    }

    @Override
    public @Nullable InvocationContext invocationContext() {
        return context;
    }

    @Override
    public void invocationContext(@Nullable InvocationContext next) {
        context = next;
    }
}
