package io.keelson.jms.bridge;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.bridge.BridgeState.Phase;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bridge: one thread that takes messages from its source and sends them to its target while it is wanted and owned. A failure closes both
 * connections, and it is tried again after a pause that doubles. After a failure messages go one by one until one has gone through, so that
 * one that the target does not take comes back alone. Thread-safe: {@code lock} guards what is wanted; the thread owns its connections.
 */
public final class Bridge implements AutoCloseable {
    private static final long RECEIVE_MILLIS = 500;
    private static final Duration TRANSACTION = Duration.ofSeconds(60);
    private static final long END_MILLIS = 3_000;

    /**
     * Makes the description of a bridge.
     *
     * @param name of the bridge
     * @param selector of the messages that are taken; null: all
     * @param clientId of the source's connection; null: none
     * @param subscription the name of the source's durable subscription; null: none
     * @param batch messages that one transaction takes at most
     * @param replyDestinations by the name of the source's: that of the target's
     * @param retryMinimum milliseconds before the first attempt after a failure
     * @param retryMaximum milliseconds to which that doubles
     */
    public record Rules(
            String name,
            QualityOfService quality,
            @Nullable String selector,
            @Nullable String clientId,
            @Nullable String subscription,
            int batch,
            Map<String, String> replyDestinations,
            long retryMinimum,
            long retryMaximum) {
        public Rules {
            replyDestinations = Map.copyOf(replyDestinations);
        }
    }

    private final Rules rules;
    private final BridgeEnd source;
    private final BridgeEnd target;
    private final @Nullable TransactionControl control;
    private final Ticker ticker;
    private final BooleanSupplier owned;
    private final ClassLoader loader;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<BridgeEnd.Opened> open = new CopyOnWriteArrayList<>();
    private final AtomicLong forwarded = new AtomicLong();
    private final AtomicLong expired = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread;
    private volatile Phase phase;
    private volatile long since;
    private volatile @Nullable String lastFailure;
    private volatile boolean wanted;
    private volatile boolean closed;

    /**
     * Makes a bridge that does nothing until {@link #begin}.
     *
     * @param control null: the server has no transactions
     * @param owned returns true while this server runs the bridge
     * @param loader of the providers' clients
     * @param wanted false if it waits for {@link #start}
     */
    public Bridge(
            Rules rules,
            BridgeEnd source,
            BridgeEnd target,
            @Nullable TransactionControl control,
            Ticker ticker,
            BooleanSupplier owned,
            ClassLoader loader,
            boolean wanted) {
        this.rules = rules;
        this.source = source;
        this.target = target;
        this.control = control;
        this.ticker = ticker;
        this.owned = owned;
        this.loader = loader;
        this.wanted = wanted;
        this.phase = wanted ? Phase.STANDBY : Phase.STOPPED;
        this.since = ticker.currentTimeMillis();
        this.thread = Threads.daemon("keelson.jms: bridge " + rules.name(), this::run);
    }

    /** Starts its thread. */
    public void begin() {
        thread.start();
    }

    /** Has it take messages, as far as this server runs it. */
    public void start() {
        wants(true);
    }

    /** Has it stop after the message that it has; until {@link #start}. */
    public void stop() {
        wants(false);
    }

    private void wants(boolean next) {
        lock.lock();
        try {
            wanted = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Has it look again whether this server runs it. */
    public void ownerChanged() {
        wants(wanted);
    }

    /** Returns what it does now. */
    public BridgeState state() {
        return new BridgeState(phase, forwarded.get(), expired.get(), failures.get(), lastFailure, since);
    }

    private void enter(Phase next) {
        if (phase != next) {
            phase = next;
            since = ticker.currentTimeMillis();
        }
    }

    private boolean goesOn() {
        return !closed && wanted && owned.getAsBoolean();
    }

    // ---- its thread ------------------------------------------------------------------------------------------------

    private void run() {
        InvocationContext before = InvocationContext.enter(new InvocationContext(null, loader, 0));
        try {
            long pause = rules.retryMinimum();
            boolean said = false;
            boolean cautious = false;
            while (awaitTurn()) {
                long done = forwarded.get() + expired.get();
                try {
                    enter(Phase.CONNECTING);
                    bridge(cautious);
                    cautious = false;
                    BridgeLog.LOG.stopped(rules.name());
                } catch (Exception | LinkageError e) {
                    failures.incrementAndGet();
                    lastFailure = String.valueOf(e.getMessage() == null ? e : e.getMessage());
                    boolean progress = forwarded.get() + expired.get() > done;
                    if (!said || progress) {
                        BridgeLog.LOG.failed(rules.name(), source.shown(), target.shown(), lastFailure, e);
                        said = true;
                    }
                    pause = progress ? rules.retryMinimum() : pause;
                    cautious = true;
                    enter(Phase.RETRYING);
                    pause(pause);
                    pause = Math.min(2 * pause, rules.retryMaximum());
                }
            }
        } finally {
            InvocationContext.exit(before, null);
            enter(Phase.STOPPED);
        }
    }

    /** Waits until it is to run. Returns false when it is closed. */
    private boolean awaitTurn() {
        lock.lock();
        try {
            while (!closed && !goesOn()) {
                enter(wanted ? Phase.STANDBY : Phase.STOPPED);
                boolean unused = changed.await(RECEIVE_MILLIS, TimeUnit.MILLISECONDS);
            }
            return !closed;
        } catch (InterruptedException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void pause(long millis) {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lock();
        try {
            while (left > 0 && goesOn()) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    private void bridge(boolean cautious) throws Exception {
        boolean careful = cautious;
        try {
            BridgeEnd.Opened from = source.open(rules.quality(), rules.clientId());
            open.add(from);
            BridgeEnd.Opened to = target.open(rules.quality(), null);
            open.add(to);
            MessageConsumer consumer = from.consumer(rules.selector(), rules.subscription());
            MessageCopy copy = new MessageCopy(to, rules.replyDestinations());
            enter(Phase.RUNNING);
            BridgeLog.LOG.running(rules.name(), source.shown(), target.shown());
            while (goesOn()) {
                int most = careful ? 1 : rules.batch();
                int taken = rules.quality() == QualityOfService.EXACTLY_ONCE
                        ? globally(from, to, consumer, copy, most)
                        : locally(from, to, consumer, copy, most);
                careful = careful && taken == 0;
            }
        } finally {
            closeAll();
        }
    }

    private void closeAll() {
        open.forEach(BridgeEnd.Opened::close);
        open.clear();
    }

    /** Counts of what a transaction has done. */
    private static final class Taken {
        int sent;
        int over;
    }

    private void count(Taken taken) {
        forwarded.addAndGet(taken.sent);
        expired.addAndGet(taken.over);
    }

    private void pass(Message message, MessageCopy copy, Taken taken) throws JMSException {
        if (copy.send(message, ticker.currentTimeMillis())) {
            taken.sent++;
        } else {
            taken.over++;
        }
    }

    /** One transaction over both ends. Returns how many messages it took. */
    private int globally(
            BridgeEnd.Opened from, BridgeEnd.Opened to, MessageConsumer consumer, MessageCopy copy, int most)
            throws Exception {
        TransactionControl transactions = control;
        if (transactions == null) {
            throw new IllegalStateException("the server has no transactions, which exactly-once needs");
        }
        Taken taken = new Taken();
        Object unusedTransaction = transactions.begin(TRANSACTION);
        boolean done = false;
        try {
            from.enlist();
            Message next = consumer.receive(RECEIVE_MILLIS);
            if (next != null) {
                to.enlist();
            }
            while (next != null) {
                pass(next, copy, taken);
                next = taken.sent + taken.over < most && goesOn() ? consumer.receiveNoWait() : null;
            }
            done = true;
            transactions.complete(Completion.COMMIT);
        } finally {
            if (!done) {
                transactions.complete(Completion.ROLLBACK);
            }
        }
        count(taken);
        return taken.sent + taken.over;
    }

    /** One transaction of each end, the target's first; without any where messages may be lost. */
    private int locally(
            BridgeEnd.Opened from, BridgeEnd.Opened to, MessageConsumer consumer, MessageCopy copy, int most)
            throws JMSException {
        boolean transacted = rules.quality() == QualityOfService.DUPLICATES_OKAY;
        Taken taken = new Taken();
        Message next = consumer.receive(RECEIVE_MILLIS);
        while (next != null) {
            pass(next, copy, taken);
            next = transacted && taken.sent + taken.over < most && goesOn() ? consumer.receiveNoWait() : null;
        }
        if (transacted && taken.sent + taken.over > 0) {
            to.session().commit();
            from.session().commit();
        }
        count(taken);
        return taken.sent + taken.over;
    }

    /** Ends it. Waits for the transaction that it is in, for a while; then its connections are closed under it. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(END_MILLIS);
            if (thread.isAlive()) {
                closeAll();
                thread.join(END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
