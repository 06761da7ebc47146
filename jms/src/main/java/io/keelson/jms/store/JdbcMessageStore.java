package io.keelson.jms.store;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.jdbc.DatabaseWork;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A store in the tables of a database. One thread writes: it takes all batches that wait, and writes the last state of each record in one
 * transaction, which changes the row of the store from what this owner has put there. So an owner whose store was opened by another writes
 * nothing. The lengths of all records are in memory.
 *
 * <p>While the database is away a batch waits for {@link JdbcSettings#timeout}, and fails then: nothing of it is kept. Where the answer
 * of a commit was lost the row of the store says later whether it was done. If that cannot be asked in time the store takes nothing any
 * more, as rule 8 wants it, and has to be opened again.
 *
 * <p>{@code lock} guards the queue, the index, what was read ahead and the figures; everything else belongs to the writing thread.
 */
public final class JdbcMessageStore implements MessageStore {
    private static final int MOST_TOGETHER = 4 << 20;
    private static final int MOST_AHEAD = 1 << 20;
    private static final int MOST_RECORDS_AHEAD = 1_000;

    /** The tries of a batch that the database refuses, as another session may be the reason. */
    private static final int MOST_TRIES = 3;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHORT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final class Waiting {
        final List<Change> batch;
        final Completion completion;
        final long until;
        int tries;

        Waiting(List<Change> batch, Completion completion, long until) {
            this.batch = batch;
            this.completion = completion;
            this.until = until;
        }
    }

    private final String name;
    private final JdbcSettings settings;
    private final StoreRows rows;
    private final Ticker ticker;
    private final Runnable broken;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private RecordMap index = new RecordMap(1);
    private final Map<Long, byte[]> ahead = new HashMap<>();

    /** True while the records are read for the first time, in their order: until something is given to be written. */
    private boolean recovering;

    private @Nullable Thread writer;
    private volatile StoreRows.@Nullable Owner owner;
    private boolean closing;
    private volatile @Nullable IOException failure;
    private long live;
    private long batches;
    private long writes;

    private long written;
    private boolean away;

    /** Number of waiting batches that are written one by one, as all of them together were refused. */
    private int alone;

    /**
     * Makes a store, whose tables are made when it is opened.
     *
     * @param name of the JMS server, which is the key of the store; at most 200 characters
     * @param ticker says how long batches have waited
     * @param broken called on the store's thread when it takes nothing any more although this server may own it, so that it has to be made
     *     anew and opened
     */
    public JdbcMessageStore(
            String name, JdbcConnections connections, JdbcSettings settings, Ticker ticker, Runnable broken) {
        this.name = name;
        this.settings = settings;
        this.rows = new StoreRows(name, connections, settings);
        this.ticker = ticker;
        this.broken = broken;
    }

    // ---- opening ---------------------------------------------------------------------------------------------------

    @Override
    public Recovered open(long asked) throws IOException {
        RecordMap found;
        try {
            StoreRows.Claimed claimed = rows.claim(asked);
            owner = claimed.owner();
            written = claimed.written();
            found = rows.lengths(claimed.owner());
        } catch (SQLException e) {
            throw new IOException(
                    "the message store " + name + " cannot be opened in the database of the data source '"
                            + settings.source() + "' (message-data-source of the section jms in domain.yaml): "
                            + DatabaseWork.said(e),
                    e);
        }
        Thread thread = Threads.daemon("keelson.jms: store " + name, this::run);
        lock.lock();
        try {
            index = found;
            found.forEach(values -> live += values[0]);
            recovering = true;
            writer = thread;
        } finally {
            lock.unlock();
        }
        thread.start();
        return new Recovered(found.numbers(), null);
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    @Override
    public byte @Nullable [] read(long record) throws IOException {
        StoreRows.Owner of = owner;
        while (of != null) {
            boolean inOrder;
            lock.lock();
            try {
                byte[] there = ahead.remove(record);
                if (there != null) {
                    return there;
                }
                if (!index.contains(record)) {
                    return null;
                }
                inOrder = recovering;
            } finally {
                lock.unlock();
            }
            byte[] bytes = read(of, record, inOrder);
            if (bytes != null) {
                return bytes;
            }
            lock.lock();
            try {
                if (index.contains(record)) {
                    throw new IOException("the row of the record " + record + " of the message store " + name
                            + " is gone: somebody else changes its table");
                } // else it was removed meanwhile
            } finally {
                lock.unlock();
            }
        }
        return null;
    }

    /** Reads a record, and what follows it where all are read in their order. */
    private byte @Nullable [] read(StoreRows.Owner of, long record, boolean inOrder) throws IOException {
        try {
            Map<Long, byte[]> found = rows.read(of, record, inOrder ? end(record) : record);
            byte[] bytes = found.remove(record);
            lock.lock();
            try {
                if (recovering) {
                    ahead.putAll(found);
                }
            } finally {
                lock.unlock();
            }
            return bytes;
        } catch (SQLException e) {
            throw new IOException(
                    "the record " + record + " of the message store " + name
                            + " cannot be read from the database of the data source '" + settings.source() + "': "
                            + DatabaseWork.said(e),
                    e);
        }
    }

    @Override
    public Map<Long, byte[]> read(long[] records) throws IOException {
        StoreRows.Owner of = owner;
        Map<Long, byte[]> found = new HashMap<>();
        if (of != null && isDense(records)) {
            long first = records[0];
            long last = records[records.length - 1];
            try {
                Map<Long, byte[]> all = rows.read(of, first, last);
                for (long each : records) {
                    byte[] bytes = all.get(each);
                    if (bytes != null) {
                        found.put(each, bytes);
                    }
                }
            } catch (SQLException e) {
                throw new IOException(
                        "the records " + first + " to " + last + " of the message store " + name
                                + " cannot be read from the database of the data source '" + settings.source() + "': "
                                + DatabaseWork.said(e),
                        e);
            }
        }
        for (long each : records) {
            byte[] bytes = found.containsKey(each) ? null : read(each);
            if (bytes != null) {
                found.put(each, bytes);
            }
        }
        return found;
    }

    /** Returns true if not much more is between the first and the last record. */
    private boolean isDense(long[] records) {
        if (records.length < 2 || records[records.length - 1] - records[0] > 4L * records.length) {
            return false;
        }
        long bytes = 0;
        lock.lock();
        try {
            for (long each = records[0]; each <= records[records.length - 1]; each++) {
                bytes += index.get(each, 0);
            }
        } finally {
            lock.unlock();
        }
        return bytes <= 4L * MOST_AHEAD;
    }

    /** Returns the last of the records that are read together with one. */
    private long end(long record) {
        long last = record;
        lock.lock();
        try {
            ahead.clear();
            long bytes = index.get(record, 0);
            for (int count = 1; count < MOST_RECORDS_AHEAD; count++) {
                long next = index.higher(last);
                bytes += index.get(next, 0);
                if (next == last || bytes > MOST_AHEAD) {
                    break;
                }
                last = next;
            }
        } finally {
            lock.unlock();
        }
        return last;
    }

    @Override
    public RecordNumbers records() {
        lock.lock();
        try {
            return index.numbers();
        } finally {
            lock.unlock();
        }
    }

    // ---- batches ---------------------------------------------------------------------------------------------------

    @Override
    public void append(List<Change> batch, Completion completion) {
        IOException refused = null;
        lock.lock();
        try {
            recovering = false;
            ahead.clear();
            if (closing) {
                refused = new IOException("the message store " + name + " is closed");
            } else {
                waiting.add(new Waiting(
                        batch,
                        completion,
                        ticker.nanoTime() + settings.timeout().toNanos()));
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        if (refused != null) {
            completion.done(refused);
        }
    }

    private void run() {
        for (List<Waiting> group = next(); !group.isEmpty(); group = next()) {
            turn(group);
        }
    }

    /** Waits for something to do. Returns nothing at the end. */
    private List<Waiting> next() {
        List<Waiting> together = new ArrayList<>();
        lock.lock();
        try {
            while (waiting.isEmpty() && !closing) {
                changed.awaitUninterruptibly();
            }
            long bytes = 0;
            while (!waiting.isEmpty() && bytes < MOST_TOGETHER && (alone == 0 || together.isEmpty())) {
                Waiting next = waiting.remove();
                together.add(next);
                for (Change each : next.batch) {
                    bytes += each instanceof Put put ? put.bytes().length : 16;
                }
            }
        } finally {
            lock.unlock();
        }
        alone = Math.max(0, alone - 1);
        return together;
    }

    private void turn(List<Waiting> group) {
        IOException before = failure;
        StoreRows.Owner of = owner;
        if (before != null || of == null) {
            complete(
                    group,
                    new IOException(
                            "the message store " + name + " takes nothing any more: "
                                    + (before == null ? "it is not open" : before.getMessage()),
                            before));
            return;
        }
        Map<Long, Change> last = lastOf(group);
        if (last.isEmpty()) {
            complete(group, null);
            return;
        }
        long number = written + 1;
        try {
            rows.write(of, number, write(last));
            kept(group, last, number);
        } catch (DatabaseWork.UnknownOutcomeException e) {
            findOut(of, group, last, number, e);
        } catch (SQLException e) {
            refused(of, group, e);
        } catch (IOException e) {
            complete(group, fail(e, false));
        }
    }

    /** The last change of each record. */
    private static Map<Long, Change> lastOf(List<Waiting> group) {
        Map<Long, Change> last = new LinkedHashMap<>();
        group.forEach(each -> each.batch.forEach(change -> last.put(change.record(), change)));
        return last;
    }

    private StoreRows.Write write(Map<Long, Change> last) {
        Set<Long> removed = new TreeSet<>();
        Map<Long, byte[]> updated = new TreeMap<>();
        Map<Long, byte[]> added = new TreeMap<>();
        lock.lock();
        try {
            last.forEach((record, change) -> {
                boolean there = index.contains(record);
                if (change instanceof Put put) {
                    (there ? updated : added).put(record, put.bytes());
                } else if (there) {
                    removed.add(record);
                }
            });
        } finally {
            lock.unlock();
        }
        return new StoreRows.Write(removed, updated, added);
    }

    private void kept(List<Waiting> group, Map<Long, Change> last, long number) {
        written = number;
        back();
        lock.lock();
        try {
            last.forEach((record, change) -> {
                int[] before = change instanceof Put put ? index.put(record, put.bytes().length) : index.remove(record);
                live += (change instanceof Put put ? put.bytes().length : 0) - (before == null ? 0 : before[0]);
            });
            batches += group.size();
            writes++;
        } finally {
            lock.unlock();
        }
        complete(group, null);
    }

    private static void complete(List<Waiting> group, @Nullable IOException error) {
        group.forEach(each -> each.completion.done(error));
    }

    // ---- when the database does not write --------------------------------------------------------------------------

    /** The answer of a commit was lost. Asks whether it was done, as long as somebody may wait for it. */
    private void findOut(
            StoreRows.Owner of, List<Waiting> group, Map<Long, Change> last, long number, SQLException lost) {
        SQLException why = lost;
        for (int tries = 1; ; tries++) {
            try {
                if (rows.written(of) == number) {
                    kept(group, last, number);
                } else {
                    back();
                    putBack(group); // nothing of it is kept
                }
                return;
            } catch (SQLException e) {
                why = e;
            } catch (IOException e) {
                complete(group, fail(e, false));
                return;
            }
            away(why);
            if (tries > 1 && over(group.get(group.size() - 1))) { // one try may take all the time
                String text = "the answer to a commit was lost, and the database of the data source '"
                        + settings.source() + "' is away for longer than message-write-timeout, so that nobody knows"
                        + " whether the last write is kept: " + DatabaseWork.said(why);
                complete(group, fail(new IOException(text, why), true));
                return;
            }
            pause(PAUSE_NANOS);
        }
    }

    /** Nothing of a write is kept. It is tried again where the database is there; else as long as its batches wait. */
    private void refused(StoreRows.Owner of, List<Waiting> group, SQLException why) {
        try {
            long unused = rows.written(of);
        } catch (SQLException e) {
            away(why);
            expire(group, why);
            pause(PAUSE_NANOS);
            return;
        } catch (IOException e) {
            complete(group, fail(e, false));
            return;
        }
        back();
        if (group.size() > 1) { // one of them may be the reason
            putBack(group);
            alone = group.size();
            return;
        }
        Waiting single = group.get(0);
        single.tries++;
        if (single.tries < MOST_TRIES && !over(single)) {
            putBack(group);
            alone++;
            pause(SHORT_PAUSE_NANOS);
        } else {
            complete(
                    group,
                    new IOException(
                            "the database of the data source '" + settings.source()
                                    + "' refuses a write of the message store " + name + ", of which nothing is kept: "
                                    + DatabaseWork.said(why),
                            why));
        }
    }

    /** Fails what has waited for long enough, and puts the others back. */
    private void expire(List<Waiting> group, SQLException why) {
        int over = 0;
        while (over < group.size() && over(group.get(over))) {
            over++;
        }
        putBack(group.subList(over, group.size()));
        if (over > 0) {
            complete(
                    group.subList(0, over),
                    new IOException(
                            "the message store " + name + " could not write for "
                                    + settings.timeout().toMillis()
                                    + " ms (message-write-timeout), as the database of the data source '"
                                    + settings.source() + "' is away; nothing of this is kept: "
                                    + DatabaseWork.said(why),
                            why));
        }
    }

    private boolean over(Waiting batch) {
        return ticker.nanoTime() - batch.until >= 0;
    }

    private void putBack(List<Waiting> group) {
        lock.lock();
        try {
            for (int i = group.size() - 1; i >= 0; i--) {
                waiting.addFirst(group.get(i));
            }
        } finally {
            lock.unlock();
        }
    }

    private void pause(long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void away(SQLException why) {
        if (!away) {
            away = true;
            StoreLog.LOG.databaseAway(name, settings.source(), DatabaseWork.said(why));
        }
    }

    private void back() {
        if (away) {
            away = false;
            StoreLog.LOG.databaseBack(name, settings.source());
        }
    }

    private IOException fail(IOException why, boolean unknown) {
        failure = why;
        if (why instanceof StoreOwnerException) {
            StoreLog.LOG.taken(name, String.valueOf(why.getMessage()));
        } else {
            StoreLog.LOG.databaseFailed(name, String.valueOf(why.getMessage()), why);
        }
        if (unknown) {
            broken.run();
        }
        return new IOException("the message store " + name + " takes nothing any more: " + why.getMessage(), why);
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    @Override
    public StoreFigures figures() {
        lock.lock();
        try {
            IOException failed = failure;
            return new StoreFigures(
                    index.size(),
                    live,
                    live,
                    batches,
                    writes,
                    failed == null ? "" : String.valueOf(failed.getMessage()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        Thread thread;
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
            thread = writer;
            writer = null;
        } finally {
            lock.unlock();
        }
        if (thread != null && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
