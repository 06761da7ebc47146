package io.keelson.kernel.work;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A pool of execute threads and the hand-off to them; see docs/design/work-managers.md. Lock-free, thread-safe.
 *
 * <p>Invariants of the hand-off:
 *
 * <ol>
 *   <li>The plain queue takes work only while more threads are idle than it holds, so each piece in it has a thread
 *       that is about to come for it, and nothing in it can delay another work manager's share. Everything else waits
 *       in its request class. Work of a class that has something waiting goes behind it.
 *   <li>While work waits and a thread is idle, exactly one thread is being woken ({@code waking}). It takes a piece,
 *       gives {@code waking} back and, when more work waits, wakes the next.
 *   <li>No wake-up is lost: whoever adds work does so before it reads {@code waking} and the idle stack; whoever gives
 *       {@code waking} back or goes idle does so before it looks for work again.
 * </ol>
 */
final class ExecutePool implements Stage {
    private final String name;
    private final Ticker ticker;
    private final int min;
    private final int max;
    private final AtomicReferenceArray<@Nullable ExecuteThread> threads;
    private final IdleStack idle;
    private final MpmcAtomicArrayQueue<Task> plain;
    private final FairQueues fair;
    private final CopyOnWriteArrayList<MinThreads> guarantees = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<ExecuteThread> standby = new CopyOnWriteArrayList<>();
    private final AtomicInteger tooMany = new AtomicInteger();
    private final AtomicInteger standbyNumber = new AtomicInteger();
    private final PoolHistory history = new PoolHistory();
    private final ProcessorUse processorUse = new ProcessorUse();
    private final AtomicBoolean waking = new AtomicBoolean();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong completedByEnded = new AtomicLong();
    private final CopyOnWriteArrayList<PooledWorkManager> managers = new CopyOnWriteArrayList<>();
    private final PoolTuner tuner;
    private final AtomicInteger generation = new AtomicInteger();
    private volatile boolean stopped;

    /** A pool that keeps between {@code min} and {@code max} threads; {@link #start} starts the first. */
    ExecutePool(String name, Ticker ticker, int min, int max, PoolSizer sizer) {
        if (min < 1 || min > max || max > IdleStack.MOST_THREADS) {
            throw new IllegalArgumentException("the pool '" + name + "' cannot have " + min + " to " + max
                    + " threads: at least 1, at most " + IdleStack.MOST_THREADS);
        }
        this.name = name;
        this.ticker = ticker;
        this.min = min;
        this.max = max;
        this.fair = new FairQueues(ticker);
        this.threads = new AtomicReferenceArray<>(max);
        this.idle = new IdleStack(threads);
        this.plain = new MpmcAtomicArrayQueue<>(Math.max(64, max));
        this.tuner = new PoolTuner(this, sizer);
    }

    void start() {
        addThreads(min);
        tuner.start();
    }

    // ---- the hand-off -------------------------------------------------------------------------------------------

    /** Takes a piece that no constraint holds back. */
    @Override
    public void admit(Task task) {
        place(task, idle.size() - plain.size());
        boolean comes = Thread.currentThread() instanceof ExecuteThread thread && thread.comesForIt(this);
        if (!comes) {
            signal();
        }
    }

    /** Hands over several pieces in one pass, with one wake-up. */
    void submit(Task[] tasks, int size) {
        int room = idle.size() - plain.size();
        for (int i = 0; i < size; i++) {
            Task task = tasks[i];
            BoundTask.Entrance entrance = task instanceof BoundTask bound ? bound.entrance() : null;
            if (entrance != null) {
                entrance.constraint().enter(task, entrance.flow());
                room = idle.size() - plain.size();
            } else if (place(task, room)) {
                room--;
            }
        }
        signal();
    }

    private boolean place(Task task, int room) {
        Flow flow = task.lane().flow();
        if (room > 0 && flow.isEmpty() && plain.offer(task)) {
            return true;
        }
        fair.add(flow, task);
        return false;
    }

    private boolean hasWork() {
        return !plain.isEmpty() || fair.size() > 0;
    }

    /** Sees to it that a thread comes for the work that waits. */
    private void signal() {
        do {
            if (waking.get()) {
                return;
            }
            if (idle.size() == 0) {
                tuner.nudge();
                return;
            }
            if (!waking.compareAndSet(false, true)) {
                return;
            }
            ExecuteThread thread = idle.pop();
            if (thread != null) {
                thread.wake();
                return;
            }
            waking.set(false);
        } while (hasWork());
    }

    /** The next piece for a thread; null when there is none. */
    @Nullable
    Task take(ExecuteThread thread) {
        Task task = plain.poll();
        if (task == null && !guarantees.isEmpty()) {
            task = takeGuaranteed(thread);
        }
        return task != null ? task : fair.poll(thread);
    }

    private @Nullable Task takeGuaranteed(ExecuteThread thread) {
        for (MinThreads constraint : guarantees) {
            if (constraint.wanted(fair) > 0) {
                Task task = takeFor(constraint, thread);
                if (task != null) {
                    return task;
                }
            }
        }
        return null;
    }

    /** The next piece that has a right to a thread by that constraint; null when there is none. */
    @Nullable
    Task takeFor(MinThreads constraint, ExecuteThread thread) {
        if (!constraint.claim()) {
            return null;
        }
        Task task = fair.poll(constraint.flows(), thread);
        if (task instanceof BoundTask bound && bound.minThreads() == constraint) {
            bound.counted();
        } else {
            constraint.end(); // none, or one from before the work manager had this constraint
        }
        return task;
    }

    /** Called by a thread that was woken, when it has taken its first piece or found none. */
    void wakeUpIsOver() {
        waking.set(false);
        if (hasWork()) {
            signal();
        }
    }

    /** Puts a thread that is about to park on the idle stack. It may be woken before this returns. */
    void idle(ExecuteThread thread) {
        idle.push(thread);
        if (stopped || thread.generation() != generation.get()) {
            retireIdle(Integer.MAX_VALUE);
        } else if (hasWork()) {
            signal();
        }
    }

    // ---- the number of threads; all but the reading is done by the tuner -------------------------------------------

    /** Returns whether work waits and no thread is idle. */
    boolean starved() {
        return idle.size() == 0 && hasWork();
    }

    boolean canGrow() {
        return count.get() < max;
    }

    boolean canShrink() {
        return count.get() > min;
    }

    /** Returns whether there is work that has a right to a thread of its own. */
    boolean hasGuarantees() {
        return !guarantees.isEmpty();
    }

    PoolSizer.Sample sample(long nanos, long completed) {
        return new PoolSizer.Sample(
                nanos,
                count.get() - tooMany.get(),
                min,
                max,
                idle.size(),
                idle.fewestSinceLastAsked(),
                plain.size() + fair.size(),
                completed,
                starved() ? processorUse.since(threads()) : 0,
                ProcessorUse.processors());
    }

    void resize(PoolSizer.Decision decision) {
        int before = count.get() - tooMany.get();
        int change = decision.change();
        if (change > 0) {
            int stay = Math.min(change, tooMany.getAndSet(0));
            addThreads(Math.min(change - stay, max - count.get()));
        } else if (change < 0) {
            int fewer = Math.min(-change, before - min);
            tooMany.addAndGet(Math.max(0, fewer - retireIdle(fewer)));
        }
        if (!decision.reason().isEmpty()) {
            int after = count.get() - tooMany.get();
            history.add(new PoolDecision(
                    Instant.ofEpochMilli(ticker.currentTimeMillis()), name, before, after, decision.reason()));
        }
    }

    /** Returns what changed the number of threads lately, the oldest first. */
    List<PoolDecision> decisions() {
        return history.decisions();
    }

    /** Returns whether the calling thread, which has no piece, is one too many; it then ends. */
    boolean tooMany() {
        int seen = tooMany.get();
        while (seen > 0) {
            if (tooMany.compareAndSet(seen, seen - 1)) {
                return true;
            }
            seen = tooMany.get();
        }
        return false;
    }

    /**
     * Makes standby threads for work that has a right to a thread while none is idle. They are beyond the maximum and end
     * when such work is done. Called by the tuner.
     */
    void relieve() {
        for (MinThreads constraint : guarantees) {
            int wanted = idle.size() == 0 ? constraint.wanted(fair) : 0;
            for (int i = 0; i < wanted && !stopped; i++) {
                addStandby(constraint);
            }
        }
    }

    private void addStandby(MinThreads constraint) {
        ExecuteThread thread = new ExecuteThread(this, max + standbyNumber.getAndIncrement(), name, constraint);
        standby.add(thread);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // the tuner tries again at its next look
            standby.remove(thread);
            WorkLog.LOG.threadRefused(e, name);
        }
    }

    /** Called by a standby thread at its end. */
    void standbyEnded(ExecuteThread thread) {
        completedByEnded.addAndGet(thread.completed());
        standby.remove(thread);
    }

    private void addThreads(int wanted) {
        for (int i = 0; i < max && wanted > 0 && !stopped; i++) {
            if (threads.get(i) == null) {
                if (!addThread(i)) {
                    return;
                }
                wanted--;
            }
        }
    }

    private boolean addThread(int number) {
        ExecuteThread thread = new ExecuteThread(this, number, name);
        if (!threads.compareAndSet(number, null, thread)) {
            return false;
        }
        count.incrementAndGet();
        try {
            thread.start();
            return true;
        } catch (OutOfMemoryError e) { // the system's answer to too many threads; those that exist go on
            count.decrementAndGet();
            threads.set(number, null);
            WorkLog.LOG.threadRefused(e, name);
            return false;
        }
    }

    /** Ends idle threads, as many as there are and at most so many; returns how many. */
    private int retireIdle(int wanted) {
        for (int i = 0; i < wanted; i++) {
            ExecuteThread thread = idle.pop();
            if (thread == null) {
                return i;
            }
            thread.retire();
        }
        return Math.max(0, wanted);
    }

    /** Returns which threads are not to be renewed: those that were made in this generation. */
    int generation() {
        return generation.get();
    }

    /**
     * Lets every thread end when it has no piece under way, and another take its place. A new thread looks for work before it
     * goes idle, so that nothing waits for one that has ended.
     */
    void renewThreads() {
        generation.incrementAndGet();
        retireIdle(Integer.MAX_VALUE);
    }

    /** Called by a thread at its end. */
    void ended(ExecuteThread thread, boolean orderly) {
        completedByEnded.addAndGet(thread.completed());
        threads.set(thread.number(), null);
        count.decrementAndGet();
        if (!orderly && !stopped) {
            WorkLog.LOG.threadDied(thread.getName());
            waking.set(false); // it may have been the one that was being woken
        }
        if (!stopped && (!orderly || thread.generation() != generation.get() || count.get() < min)) {
            addThread(thread.number());
        }
        if (!stopped && hasWork()) {
            signal(); // it may have let in a piece that it meant to take
        }
    }

    // ---- work managers and counters --------------------------------------------------------------------------------

    @Override
    public void register(PooledWorkManager manager) {
        managers.add(manager);
    }

    @Override
    public void unregister(PooledWorkManager manager) {
        managers.remove(manager);
    }

    @Override
    public List<PooledWorkManager> managers() {
        return managers;
    }

    @Override
    public FairQueues queues() {
        return fair;
    }

    @Override
    public void guarantee(MinThreads constraint) {
        guarantees.addIfAbsent(constraint);
        tuner.nudge();
    }

    @Override
    public void forget(MinThreads constraint) {
        if (constraint.unused(fair)) {
            guarantees.remove(constraint);
            if (!constraint.unused(fair)) {
                guarantees.addIfAbsent(constraint); // another work manager has it since
            }
        }
    }

    @Override
    public void visit(ThreadVisitor visitor) {
        for (ExecuteThread thread : threads()) {
            long piece = thread.completed();
            PooledWorkManager manager = thread.running();
            if (manager != null && thread.completed() == piece) {
                visitor.at(thread, manager, piece);
            }
        }
    }

    @Override
    public String name() {
        return name;
    }

    Ticker ticker() {
        return ticker;
    }

    long completed() {
        long sum = completedByEnded.get();
        for (ExecuteThread thread : threads()) {
            sum += thread.completed();
        }
        return sum;
    }

    @Override
    public int running(PooledWorkManager manager) {
        int running = 0;
        for (ExecuteThread thread : threads()) {
            if (thread.running() == manager) {
                running++;
            }
        }
        return running;
    }

    ThreadPoolRuntime runtime() {
        return new ThreadPoolRuntime(
                name, count.get(), idle.size(), standby.size(), min, max, plain.size() + fair.size(), completed());
    }

    private List<ExecuteThread> threads() {
        List<ExecuteThread> list = new ArrayList<>(count.get());
        for (int i = 0; i < max; i++) {
            ExecuteThread thread = threads.get(i);
            if (thread != null) {
                list.add(thread);
            }
        }
        list.addAll(standby);
        return list;
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Refuses new work, lets what was accepted end until the deadline, then interrupts it and ends the threads. */
    void stop(Deadline deadline) {
        List<PooledWorkManager> all = List.copyOf(managers);
        all.forEach(PooledWorkManager::close);
        while (load(all) > 0 && !deadline.passed()) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
        }
        stopped = true;
        tuner.stop();
        int cutOff = load(all);
        List<ExecuteThread> left = threads();
        left.forEach(ExecuteThread::takeNoMore); // first, so that none takes another piece after its interrupt
        for (ExecuteThread thread : left) {
            if (thread.running() != null) {
                thread.interrupt();
            }
        }
        retireIdle(Integer.MAX_VALUE);
        if (cutOff > 0) {
            reportCutOff(cutOff);
        }
    }

    private static int load(List<PooledWorkManager> all) {
        return all.stream().mapToInt(PooledWorkManager::load).sum();
    }

    private void reportCutOff(int pieces) {
        List<String> running = new ArrayList<>();
        for (ExecuteThread thread : threads()) {
            PooledWorkManager manager = thread.running();
            if (manager != null) {
                running.add(thread.getName() + " (" + manager.name() + ")");
            }
        }
        WorkLog.LOG.workCutOff(pieces, name, String.join(", ", running));
    }
}
