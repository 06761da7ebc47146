package io.keelson.kernel.work;

import io.keelson.base.time.Ticker;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets so many pieces in and no more; the others wait in fair queues, on no thread. Lock-free: whoever makes room passes the
 * next piece on, and while one thread does that, others only note that there is more to do.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>{@code inside} is raised by compare-and-set before a piece is let in, and lowered after it has ended, so what is inside never
 *       exceeds the limit, not even for a moment (but where the limit itself was lowered).
 *   <li>A piece is counted in {@code waiting} before it can be found and until it has been passed on, and a newcomer goes in
 *       at once only while that is zero: so nobody overtakes.
 *   <li>No piece is forgotten: who queues one does so before it looks for room, who makes room does so before it looks
 *       whether one waits; and only the holder of {@code turns} takes pieces out, once more for each turn that was asked
 *       for meanwhile.
 * </ol>
 */
abstract class Admission implements FairQueues.Taker {
    private final FairQueues queues;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger turns = new AtomicInteger();
    private volatile int limit;
    private long charge; // of the holder of the turn

    Admission(Ticker ticker, int limit) {
        this.queues = new FairQueues(ticker);
        this.limit = limit;
    }

    /** Passes a piece on that was let in. {@code charge} is to be settled, unless it is {@link Flow#UNCHARGED}. */
    abstract void pass(Task task, long charge);

    final FairQueues queues() {
        return queues;
    }

    final int limit() {
        return limit;
    }

    /** Takes another limit; what waits is let in when there is more room, what is inside stays when there is less. */
    final void limit(int next) {
        limit = next;
        letIn();
    }

    final int inside() {
        return inside.get();
    }

    final int waiting() {
        return waiting.get();
    }

    /** Lets a piece in, now or when its turn comes. */
    final void enter(Task task, Flow flow) {
        if (waiting.get() == 0 && takePlace()) {
            pass(task, Flow.UNCHARGED);
            return;
        }
        waiting.incrementAndGet();
        queues.add(flow, task);
        letIn();
    }

    /** Says that a piece that was let in has ended. */
    final void leave() {
        inside.decrementAndGet();
        if (waiting.get() > 0) {
            letIn();
        }
    }

    /** Says that somebody took a piece out of the queues by another way. */
    final void tookOne() {
        waiting.decrementAndGet();
    }

    private boolean takePlace() {
        int seen = inside.get();
        while (seen < limit) {
            if (inside.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = inside.get();
        }
        return false;
    }

    private void letIn() {
        if (turns.getAndIncrement() != 0) {
            return;
        }
        int done = 1;
        do {
            while (queues.size() > 0 && takePlace()) {
                Task task = queues.poll(this);
                if (task == null) {
                    inside.decrementAndGet();
                    break;
                }
                pass(task, charge);
                waiting.decrementAndGet();
            }
            done = turns.addAndGet(-done);
        } while (done != 0);
    }

    @Override
    public final void charged(long nanos) {
        charge = nanos;
    }
}
