package io.keelson.http.internal;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * State that the connections of one event loop share. It is the work that one turn of the loop collects, a coarse clock, the list that
 * time-outs are looked for in, and the count of exchanges under way. Confined to the loop but for {@link #applications}.
 */
public final class LoopState {
    /** So much work is handed over without waiting for the end of the turn. */
    private static final int MOST_IN_A_BATCH = 32;

    private static final long SWEEP_MILLIS = 500;

    private final EventLoop loop;
    private final WorkBatch batch;
    private final Consumer<Runnable> endOfTurn;
    private final Ticker ticker;
    private final DateHeader date;
    private final SlowClients slowClients = new SlowClients();
    private final FloodingClients floods = new FloodingClients();
    private final int index;
    private final int stride;
    private final Runnable handOver = this::handOver;
    private long nextId;
    private boolean handOverDue;
    private long now;
    private volatile int applications;
    private @Nullable LoopConnection first;

    /**
     * Makes the state of a loop.
     *
     * @param index the number of this loop among all of the server, from 0
     * @param loops how many there are
     * @param endOfTurn runs a task at the end of the loop's current turn
     */
    public LoopState(
            EventLoop loop,
            int index,
            int loops,
            WorkBatch batch,
            Consumer<Runnable> endOfTurn,
            Ticker ticker,
            DateHeader date) {
        this.loop = loop;
        this.batch = batch;
        this.endOfTurn = endOfTurn;
        this.ticker = ticker;
        this.date = date;
        this.index = index;
        this.stride = loops;
        this.nextId = index + 1L;
        this.now = ticker.nanoTime();
    }

    /** Starts looking for time-outs; ends with the loop. */
    public void start() {
        loop.scheduleAtFixedRate(this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The number of this loop among all of the server, from 0. */
    int index() {
        return index;
    }

    EventLoop loop() {
        return loop;
    }

    DateHeader date() {
        return date;
    }

    SlowClients slowClients() {
        return slowClients;
    }

    FloodingClients floods() {
        return floods;
    }

    Ticker ticker() {
        return ticker;
    }

    /** The time of the last sweep, on the ticker. */
    long now() {
        return now;
    }

    /** A number that no other request of the server has. */
    long newRequestId() {
        long id = nextId;
        nextId += stride;
        return id;
    }

    /** Returns how many exchanges of applications are under way. Any thread. */
    public int applications() {
        return applications;
    }

    // The loop is the only writer.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void countApplications(int change) {
        applications += change;
    }

    boolean handOver(WorkManager manager, Runnable work) {
        if (!batch.add(manager, work)) {
            return false;
        }
        if (batch.size() >= MOST_IN_A_BATCH) {
            batch.flush();
        } else if (!handOverDue) {
            handOverDue = true;
            endOfTurn.accept(handOver);
        }
        return true;
    }

    /** Runs a task when all that is ready in this turn of the loop has been read. On the loop. */
    void atEndOfTurn(Runnable task) {
        endOfTurn.accept(task);
    }

    /**
     * Runs a task in the next turn, when the loop's sockets have been looked at. A task that is executed runs in this one,
     * so that what goes on as fast as its client permits would keep the loop for itself. On the loop.
     */
    void inNextTurn(Runnable task) {
        loop.schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    private void handOver() {
        handOverDue = false;
        batch.flush();
    }

    void add(LoopConnection connection) {
        connection.next = first;
        if (first != null) {
            first.previous = connection;
        }
        first = connection;
    }

    void remove(LoopConnection connection) {
        if (connection.previous != null) {
            connection.previous.next = connection.next;
        } else if (first == connection) {
            first = connection.next;
        }
        if (connection.next != null) {
            connection.next.previous = connection.previous;
        }
        connection.next = null;
        connection.previous = null;
    }

    /** Looks at every connection once. Tests call it with a clock of their own. */
    void sweep() {
        now = ticker.nanoTime();
        date.update(ticker.currentTimeMillis());
        for (LoopConnection c = first; c != null; ) {
            LoopConnection following = c.next;
            try {
                c.checkTimeouts(now);
            } catch (RuntimeException e) {
                // One connection must not keep the others from being looked at.
                HttpLog.LOG.debugf(e, "a connection could not be looked at");
            }
            c = following;
        }
        slowClients.report(now);
        floods.report(now);
    }

    /** Closes all connections at once. On the loop. */
    public void closeAll() {
        each(LoopConnection::closeNow);
    }

    /** Closes the connections on which an exchange of an application is under way. On the loop. */
    public void closeServing() {
        each(LoopConnection::closeIfServing);
    }

    /** Closes the connections that wait for a request, since none will be served. On the loop. */
    public void closeIdle() {
        each(LoopConnection::closeIfIdle);
    }

    private void each(Consumer<LoopConnection> close) {
        for (LoopConnection c = first; c != null; ) {
            LoopConnection following = c.next;
            close.accept(c);
            c = following;
        }
    }
}
