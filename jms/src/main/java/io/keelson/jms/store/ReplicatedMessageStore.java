package io.keelson.jms.store;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.store.HolderRecord.Holders;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A store whose batches are kept by this server, the owner, and by every server that its {@link HolderRecord} names. A server is named
 * there only while it has every acknowledged batch, so that the log can go on wherever one of them is. See docs/design/jms.md,
 * "Replicated stores".
 *
 * <p>The order of steps is what makes that true. A copy has to acknowledge before it is named. It may be left out of acknowledgements only
 * when the record is known not to name it any more, and no replacement is under way that could name it later.
 *
 * <p>The lock guards the queue of events. All else belongs to the thread of the store.
 */
public final class ReplicatedMessageStore implements MessageStore {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long RETRY = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LAST_WAIT = TimeUnit.SECONDS.toNanos(5);

    private static final class Pending {
        final long sequence;
        final Completion completion;
        boolean local;

        @Nullable
        IOException error;

        Pending(long sequence, Completion completion) {
            this.sequence = sequence;
            this.completion = completion;
        }
    }

    private final String name;
    private final MessageStore own;
    private final HolderRecord record;
    private final ReplicaPeers peers;
    private final ReplicaRules rules;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Runnable> events = new ArrayDeque<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final Map<String, StoreCopy> copies = new LinkedHashMap<>();
    private final Map<String, Long> failedAt = new HashMap<>();
    private final Set<String> needed = new TreeSet<>();
    private List<List<Change>> tail = new ArrayList<>();

    private Holders holders;
    private @Nullable Thread thread;
    private boolean closing;
    private volatile @Nullable IOException failure;
    private boolean proposing;
    private boolean uncertain;
    private boolean alone;
    private boolean waits;
    private long retryAt;
    private long lackingSince;
    private long sequence;

    /** The highest sequence that somebody was told is kept. */
    private long acknowledged;

    private List<String> candidates = List.of();

    /** For management. */
    private volatile ReplicaFigures replicas = ReplicaFigures.NONE;

    /**
     * Makes a store.
     *
     * @param own the owner's own store, not open yet
     * @param holders the record as it was read under the owner's lease; names {@code rules.self()}
     */
    public ReplicatedMessageStore(
            String name,
            MessageStore own,
            HolderRecord record,
            Holders holders,
            ReplicaPeers peers,
            ReplicaRules rules,
            Ticker ticker) {
        this.name = name;
        this.own = own;
        this.record = record;
        this.holders = holders;
        this.peers = peers;
        this.rules = rules;
        this.ticker = ticker;
        needed.addAll(holders.servers());
        needed.remove(rules.self());
    }

    // ---- the store -------------------------------------------------------------------------------------------------

    @Override
    public Recovered open(long epoch) throws IOException {
        Recovered recovered = openUnstarted(epoch);
        Thread made = Threads.daemon("keelson.jms: replicated store " + name, this::run);
        thread = made;
        made.start();
        return recovered;
    }

    /** Opens without a thread, for tests that call {@link #turn} themselves. */
    Recovered openUnstarted(long epoch) throws IOException {
        if (!holders.servers().contains(rules.self())) {
            throw new IOException("the server " + rules.self() + " does not have the whole message store " + name
                    + "; the servers " + holders.servers() + " have");
        }
        lackingSince = ticker.nanoTime();
        return own.open(epoch);
    }

    @Override
    public byte @Nullable [] read(long number) throws IOException {
        return own.read(number);
    }

    @Override
    public Map<Long, byte[]> read(long[] numbers) throws IOException {
        return own.read(numbers);
    }

    @Override
    public void readEach(PrimitiveIterator.OfLong numbers, Receiver receiver) throws IOException {
        own.readEach(numbers, receiver);
    }

    @Override
    public RecordNumbers records() {
        return own.records();
    }

    @Override
    public void append(List<Change> batch, Completion completion) {
        boolean refused;
        lock.lock();
        try {
            refused = closing;
            if (!refused) {
                events.add(() -> take(batch, completion));
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        if (refused) {
            completion.done(new IOException("the message store " + name + " is closed"));
        }
    }

    @Override
    public StoreFigures figures() {
        StoreFigures figures = own.figures();
        IOException failed = failure;
        return failed == null || !figures.failure().isEmpty()
                ? figures
                : new StoreFigures(
                        figures.records(),
                        figures.liveBytes(),
                        figures.totalBytes(),
                        figures.batches(),
                        figures.writes(),
                        String.valueOf(failed.getMessage()));
    }

    /** Returns which servers have the log. */
    public ReplicaFigures replicas() {
        return replicas;
    }

    private void run() {
        long left = TICK;
        while (await(left)) {
            left = turn() ? 0 : TICK;
        }
        finish();
    }

    private boolean await(long nanos) {
        lock.lock();
        try {
            if (events.isEmpty() && nanos > 0 && !closing) {
                long unused = changed.awaitNanos(nanos);
            }
            return !closing || !events.isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void event(Runnable event) {
        lock.lock();
        try {
            events.add(event);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Takes what has happened, sends what is due and completes what is kept. Returns true if there is more to do at once. */
    boolean turn() {
        List<Runnable> now;
        lock.lock();
        try {
            now = new ArrayList<>(events);
            events.clear();
        } finally {
            lock.unlock();
        }
        now.forEach(Runnable::run);
        candidates = peers.candidates().stream()
                .filter(each -> !each.equals(rules.self()))
                .toList();
        sendTail();
        boolean more = snapshots();
        look();
        reconcile();
        complete();
        return more;
    }

    // ---- batches ---------------------------------------------------------------------------------------------------

    private void take(List<Change> batch, Completion completion) {
        if (!batch.isEmpty()) {
            sequence++; // an empty one is kept with what was before it
        }
        Pending next = new Pending(sequence, completion);
        pending.add(next);
        IOException failed = failure;
        if (failed != null) {
            next.local = true;
            next.error = new IOException(
                    "the message store " + name + " takes nothing any more: " + failed.getMessage(), failed);
            return;
        }
        if (!batch.isEmpty()) {
            tail.add(batch);
            copies.values().forEach(each -> each.touches(batch));
        }
        own.append(batch, error -> event(() -> kept(next, error)));
    }

    private void kept(Pending batch, @Nullable IOException error) {
        batch.local = true;
        batch.error = error;
        if (error == null) {
            return;
        }
        if (!own.figures().failure().isEmpty()) {
            fail(error); // the copies stay: they have all that was acknowledged
            return;
        }
        for (StoreCopy each : List.copyOf(copies.values())) {
            if (each.isConnected()) {
                synchronize(each); // it has what this server has not
            }
        }
    }

    private void fail(IOException error) {
        if (failure == null) {
            failure = error;
        }
        for (Pending each : pending) {
            if (!each.local || each.error == null) {
                each.local = true;
                each.error = new IOException(
                        "the message store " + name + " cannot make sure of a write: " + error.getMessage(), error);
            }
        }
    }

    /** One frame for each copy with all batches of this turn. */
    private void sendTail() {
        if (tail.isEmpty()) {
            return;
        }
        List<List<Change>> batches = tail;
        tail = new ArrayList<>();
        for (StoreCopy each : List.copyOf(copies.values())) {
            if (!each.append(batches, sequence)) {
                drop(each, "it does not keep up with what is written");
            }
        }
    }

    private boolean ready(Pending batch) {
        if (!batch.local) {
            return false;
        }
        if (batch.error != null) {
            return true;
        }
        if (needed.isEmpty()) {
            return alone;
        }
        for (String each : needed) {
            StoreCopy copy = copies.get(each);
            if (copy == null || !copy.isSynced() || copy.kept() < batch.sequence) {
                return false;
            }
        }
        return true;
    }

    private void complete() {
        while (true) {
            Pending first = pending.peek();
            if (first == null || !ready(first)) {
                return;
            }
            pending.remove();
            if (first.error == null) {
                acknowledged = first.sequence;
            }
            first.completion.done(first.error);
        }
    }

    // ---- copies ----------------------------------------------------------------------------------------------------

    private void connect(String server) {
        StoreCopy copy = new StoreCopy(server, ticker);
        copies.put(server, copy);
        peers.connect(server, new ReplicaPeers.Listener() {
            @Override
            public void opened(ReplicaPeers.Connection connection) {
                event(() -> {
                    if (copies.get(server) != copy || failure != null) {
                        connection.close("nobody waits for it any more");
                        return;
                    }
                    copy.connected(connection);
                    synchronize(copy);
                });
            }

            @Override
            public void received(byte[] frame) {
                event(() -> answered(copy, frame));
            }

            @Override
            public void closed(String why) {
                event(() -> drop(copy, why));
            }
        });
    }

    /** Begins a snapshot. Batches that are given from now on follow it, and what they touch is left out of it. */
    private void synchronize(StoreCopy copy) {
        lacking(copy);
        // What this turn has not sent yet was given to the own store already: it follows as part of the tail.
        int snapshot = copy.begin(tail, sequence);
        own.append(
                List.of(),
                error -> event(() -> {
                    if (copies.get(copy.server()) == copy && error == null) {
                        copy.listed(snapshot, own.records());
                    }
                }));
    }

    /** Sends the next pieces of snapshots. Returns true if more of them can be sent at once. */
    private boolean snapshots() {
        boolean more = false;
        for (StoreCopy each : List.copyOf(copies.values())) {
            if (each.hasRoomForPiece()) {
                try {
                    each.sendPiece(own, sequence);
                } catch (IOException e) {
                    drop(each, "a record of this server cannot be read: " + e.getMessage());
                }
                more |= each.hasRoomForPiece();
            }
        }
        return more;
    }

    private void answered(StoreCopy copy, byte[] frame) {
        if (copies.get(copy.server()) != copy) {
            return;
        }
        try {
            copy.answered(frame);
        } catch (IllegalArgumentException e) {
            drop(copy, "it sent what cannot be read: " + e.getMessage());
        }
    }

    private void drop(StoreCopy copy, String why) {
        if (!copies.remove(copy.server(), copy)) {
            return;
        }
        failedAt.put(copy.server(), ticker.nanoTime());
        copy.close(why);
        if (copy.isSynced()) {
            StoreLog.LOG.copyLost(name, copy.server(), why);
        }
        lacking(copy);
    }

    /** Notes the time where the last whole copy is lost. */
    private void lacking(StoreCopy lost) {
        if (lost.isSynced() && copies.values().stream().noneMatch(each -> each != lost && each.isSynced())) {
            lackingSince = ticker.nanoTime();
        }
    }

    // ---- who has the log -------------------------------------------------------------------------------------------

    /** Gives copies up that do not answer, and begins the one that is wanted. */
    private void look() {
        if (failure != null) {
            return;
        }
        long now = ticker.nanoTime();
        for (StoreCopy each : List.copyOf(copies.values())) {
            String why = each.overdue(rules.patience().toNanos());
            if (why != null) {
                drop(each, why);
            }
        }
        String wanted = wanted(now);
        if (wanted != null && !copies.containsKey(wanted) && !isClosing()) {
            connect(wanted);
        }
        if (wanted != null && isHolder(wanted)) {
            for (StoreCopy each : List.copyOf(copies.values())) {
                if (!each.server().equals(wanted)) {
                    copies.remove(each.server());
                    each.close("another server has the copy");
                }
            }
        }
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    private boolean isHolder(String server) {
        StoreCopy copy = copies.get(server);
        return copy != null && copy.isSynced() && holders.servers().contains(server);
    }

    /** Returns the server that is to have the copy: the home where it is there, else the present one, else the best candidate. */
    private @Nullable String wanted(long now) {
        List<String> best = new ArrayList<>(candidates);
        best.removeIf(each -> {
            Long failed = failedAt.get(each);
            return failed != null && now - failed < RETRY;
        });
        if (best.contains(rules.home())) {
            return rules.home();
        }
        for (StoreCopy each : copies.values()) {
            if (each.isSynced() || best.contains(each.server())) {
                return each.server();
            }
        }
        for (String each : best) {
            if (holders.servers().contains(each)) {
                return each;
            }
        }
        return best.isEmpty() ? null : best.get(0);
    }

    /** Has the record say what is to be, where it does not. */
    private void reconcile() {
        long now = ticker.nanoTime();
        if (proposing || failure != null || retryAt != 0 && now - retryAt < 0) {
            return;
        }
        Set<String> servers = servers(now);
        if (servers.equals(holders.servers()) && !uncertain) {
            settled(servers);
            return;
        }
        needed.addAll(holders.servers());
        needed.addAll(servers);
        needed.remove(rules.self());
        if (!haveAcknowledged(servers)) {
            return; // what was acknowledged without them is on its way to them; nothing more is
        }
        proposing = true;
        Holders before = holders;
        record.replace(before, servers).whenComplete((outcome, error) -> event(() -> replaced(outcome)));
    }

    /** Returns true if each copy on these servers has all that was acknowledged: before that the record must not name it. */
    private boolean haveAcknowledged(Set<String> servers) {
        return copies.values().stream()
                .filter(each -> servers.contains(each.server()))
                .allMatch(each -> each.kept() >= acknowledged);
    }

    private Set<String> servers(long now) {
        Set<String> servers = new TreeSet<>();
        String wanted = wanted(now);
        for (StoreCopy each : copies.values()) {
            if (each.isSynced()) {
                servers.add(each.server());
            }
        }
        if (wanted != null && servers.contains(wanted)) {
            servers.clear();
            servers.add(wanted);
        }
        boolean patient = now - lackingSince < rules.patience().toNanos() && !candidates.isEmpty();
        if (servers.isEmpty() && (!rules.alone() || patient)) {
            return holders.servers();
        }
        servers.add(rules.self());
        return servers;
    }

    private void settled(Set<String> servers) {
        needed.clear();
        needed.addAll(servers);
        needed.remove(rules.self());
        boolean lacks = copies.values().stream().noneMatch(StoreCopy::isSynced);
        long waited = ticker.nanoTime() - lackingSince;
        boolean goesOn = needed.isEmpty()
                && rules.alone()
                && (candidates.isEmpty() || waited >= rules.patience().toNanos());
        if (goesOn && !alone) {
            StoreLog.LOG.alone(name, candidates.isEmpty() ? "there is no other server" : "none has one in time");
        }
        alone = needed.isEmpty() && (alone || goesOn);
        boolean stuck = !rules.alone() && lacks && waited >= rules.patience().toNanos();
        if (stuck && !waits) {
            StoreLog.LOG.waitsForCopy(name);
        }
        waits = stuck;
        List<String> begun = copies.values().stream()
                .filter(each -> !each.isSynced())
                .map(StoreCopy::server)
                .toList();
        replicas = new ReplicaFigures(lacks ? List.of() : List.copyOf(needed), begun, alone);
    }

    private void replaced(HolderRecord.@Nullable Outcome outcome) {
        if (outcome instanceof HolderRecord.Outcome.Done done) {
            proposing = false;
            uncertain = false;
            Set<String> before = holders.servers();
            holders = done.now();
            for (String each : holders.servers()) {
                if (!before.contains(each)) {
                    StoreLog.LOG.copied(name, each);
                }
            }
            settled(holders.servers());
        } else if (outcome instanceof HolderRecord.Outcome.Fenced) {
            proposing = false;
            fail(new IOException("it has another owner by now"));
        } else {
            // The record may have changed, or may change yet: until a replacement of the version that is read now is
            // done nothing is sure.
            uncertain = true;
            record.read().whenComplete((read, unread) -> event(() -> reread(read, unread)));
        }
    }

    private void reread(@Nullable Holders read, @Nullable Throwable error) {
        proposing = false;
        retryAt = ticker.nanoTime() + RETRY / 5;
        if (read != null && error == null) {
            holders = read;
            needed.addAll(read.servers());
            needed.remove(rules.self());
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    @Override
    public void close() {
        Thread running;
        lock.lock();
        try {
            closing = true;
            changed.signal();
            running = thread;
            thread = null;
        } finally {
            lock.unlock();
        }
        if (running != null && running != Thread.currentThread()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Completes what copies acknowledge in time; the rest fails, as nobody knows whether they have it. */
    private void finish() {
        long until = ticker.nanoTime() + LAST_WAIT;
        while (!pending.isEmpty() && ticker.nanoTime() - until < 0) {
            boolean more = turn();
            lock.lock();
            try {
                if (events.isEmpty() && !pending.isEmpty() && !more) {
                    long unused = changed.awaitNanos(TICK / 4);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            } finally {
                lock.unlock();
            }
        }
        fail(new IOException("it is closed, and no copy has acknowledged"));
        complete();
        copies.values().forEach(each -> each.close("the message store is closed"));
        copies.clear();
        own.close();
    }
}
