package io.keelson.tx;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.transaction.TransactionId;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Transaction;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that run on a server, and those of the calling thread. Time-outs are looked for while one runs. Thread-safe.
 */
final class Transactions {
    /** Time by which a time-out may come late. */
    private static final Duration PRECISION = Duration.ofMillis(250);

    private final Ticker ticker;
    private final Supplier<TransactionIds> ids;
    private final Supplier<Decisions> decisions;
    private final Supplier<Duration> timeout;
    private final Heuristics heuristics;
    private final Consumer<Runnable> lateEnds;
    private final TransactionCounts counts = new TransactionCounts();
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, ServerTransaction> running = new ConcurrentHashMap<>();
    private final List<Runnable> onBegin = new CopyOnWriteArrayList<>();
    private final BeginStacks stacks = new BeginStacks();
    private final ScheduledExecutorService timeouts = Threads.scheduler("keelson.tx: time-outs");
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile Runnable onUnfinished = () -> {};
    private volatile Consumer<ServerTransaction> onEnd = transaction -> {};
    private volatile boolean closed;

    /**
     * None yet.
     *
     * @param ids made when the first is needed
     * @param decisions the log, opened when it is needed
     * @param timeout of the domain, asked at each begin
     * @param lateEnds runs each on a thread of its own
     */
    Transactions(
            Ticker ticker,
            Supplier<TransactionIds> ids,
            Supplier<Decisions> decisions,
            Supplier<Duration> timeout,
            Heuristics heuristics,
            Consumer<Runnable> lateEnds) {
        this.ticker = ticker;
        this.ids = ids;
        this.decisions = decisions;
        this.timeout = timeout;
        this.heuristics = heuristics;
        this.lateEnds = lateEnds;
    }

    Ticker ticker() {
        return ticker;
    }

    TransactionCounts counts() {
        return counts;
    }

    Heuristics heuristics() {
        return heuristics;
    }

    Collection<ServerTransaction> running() {
        return running.values();
    }

    boolean runs(long number) {
        return running.containsKey(number);
    }

    TransactionId id(long number) {
        return ids.get().id(number);
    }

    /** Returns the id of a transaction that leaves branches in resources; opens the log, so that recovery can tell whose they are. */
    TransactionId durableId(long number) {
        Decisions opened = decisions.get();
        TransactionLog.LOG.tracef("decisions are kept in %s", opened);
        return id(number);
    }

    Decisions decisions() {
        return decisions.get();
    }

    /** Says what runs when a transaction ends and leaves something to recovery. Before the first transaction. */
    void onUnfinished(Runnable then) {
        onUnfinished = then;
    }

    /** Says what is told of each transaction that ends. Before the first transaction. */
    void onEnd(Consumer<ServerTransaction> then) {
        onEnd = then;
    }

    void unfinished() {
        onUnfinished.run();
    }

    void onBegin(Runnable begun) {
        onBegin.add(begun);
    }

    // ---- the calling thread ----------------------------------------------------------------------------------------

    @Nullable
    ServerTransaction current() {
        Association association = Association.current();
        ServerTransaction found = association == null ? null : association.transaction();
        return found == null || found.server() != this ? null : found;
    }

    /** Returns the calling thread's transaction or throws IllegalStateException. */
    ServerTransaction required() {
        ServerTransaction current = current();
        if (current == null) {
            throw new IllegalStateException("this thread has no transaction");
        }
        return current;
    }

    /**
     * Begins one on the calling thread.
     *
     * @param longest zero: what the thread has set, else the domain's
     * @param begun where, for what is forgotten
     */
    ServerTransaction begin(Duration longest, @Nullable Throwable begun) throws NotSupportedException {
        Association association = Association.ofThread();
        ServerTransaction present = association.transaction();
        if (present != null && !present.isOver()) {
            throw new NotSupportedException(
                    "this thread has " + present + ": transactions do not nest; complete it, or suspend it");
        }
        if (closed) {
            throw new NotSupportedException("the server stops: it begins no transaction");
        }
        InvocationContext context = InvocationContext.current();
        long nanos = !longest.isZero() ? longest.toNanos() : association.timeoutNanos();
        ServerTransaction next = new ServerTransaction(
                this,
                numbers.incrementAndGet(),
                context == null ? null : context.application(),
                ticker.nanoTime(),
                nanos != 0 ? nanos : timeout.get().toNanos(),
                begun);
        running.put(next.number(), next);
        association.transaction(next);
        watch();
        for (Runnable each : onBegin) {
            each.run();
        }
        return next;
    }

    /** Returns the stack of the calling thread, which begins a transaction for an application; null where it is not kept. */
    @Nullable
    Throwable stackOfBegin() {
        InvocationContext context = InvocationContext.current();
        return stacks.next(context == null ? null : context.application());
    }

    @Nullable
    ServerTransaction suspend() {
        Association association = Association.current();
        ServerTransaction found = current();
        if (association != null && found != null) {
            association.transaction(null);
        }
        return found;
    }

    void resume(Transaction transaction) throws InvalidTransactionException {
        if (!(transaction instanceof ServerTransaction ours) || ours.server() != this) {
            throw new InvalidTransactionException(transaction + " is no transaction of this server");
        }
        if (ours.isOver()) {
            throw new InvalidTransactionException(ours + " is over and cannot be resumed");
        }
        Association association = Association.ofThread();
        ServerTransaction present = association.transaction();
        if (present != null && present != ours && !present.isOver()) {
            throw new IllegalStateException("this thread has " + present + ": suspend it before another is resumed");
        }
        association.transaction(ours);
    }

    /** Takes a transaction that is completed from the calling thread, where it is that thread's. */
    void dissociate(ServerTransaction transaction) {
        Association association = Association.current();
        if (association != null && association.transaction() == transaction) {
            association.transaction(null);
        }
    }

    /** Rolls back what an invocation has left, and says so. */
    void forgotten(ServerTransaction transaction) {
        TransactionLog.LOG.forgotten(
                transaction.id().toString(),
                Objects.requireNonNullElse(transaction.application(), "the server"),
                stacks.leftOpen(transaction.application(), transaction.begun()));
        counts.forgotten();
        try {
            transaction.rollback();
        } catch (IllegalStateException e) { // another thread completes it
            TransactionLog.LOG.debugf(e, "the end of %s", transaction);
        }
    }

    void ended(ServerTransaction transaction, Outcome outcome) {
        running.remove(transaction.number());
        onEnd.accept(transaction);
        counts.ended(outcome);
    }

    // ---- time-outs -------------------------------------------------------------------------------------------------

    private void watch() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            timeouts.schedule(this::look, PRECISION.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void look() {
        expireLate();
        watching.set(false);
        if (!running.isEmpty() && !closed) {
            watch();
        }
    }

    /** Ends what has taken too long. */
    void expireLate() {
        for (ServerTransaction each : running.values()) {
            if (each.isLate() || each.isEndedByOperator()) {
                try {
                    each.expire();
                } catch (RuntimeException | Error e) { // the others have to be ended too
                    TransactionLog.LOG.debugf(e, "the time-out of %s", each);
                }
            }
        }
    }

    /** Ends one on a thread of its own: a resource that does not answer must not keep the others from their end. */
    void endLate(ServerTransaction late) {
        lateEnds.accept(late::endLate);
    }

    /** Ends without a word to the transactions that run, as a crash does. */
    void abandon() {
        closed = true;
        timeouts.shutdownNow();
    }

    /** Begins none any more, rolls back what still runs, and ends. */
    void close() {
        closed = true;
        timeouts.shutdownNow();
        for (ServerTransaction each : running.values()) {
            try {
                each.rollback();
            } catch (IllegalStateException e) { // its own thread completes it
                TransactionLog.LOG.debugf(e, "the end of %s", each);
            }
        }
    }
}
