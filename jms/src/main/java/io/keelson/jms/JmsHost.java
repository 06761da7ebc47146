package io.keelson.jms;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.DestinationState;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.PagingFiles;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JMS server on this server: its own, or that of a member of the cluster that is gone. It is opened by the first who
 * connects, or at the start where it has a store. In a cluster it is owned through the lease {@code jms/NAME}, under
 * whose epoch its store is opened. A store that cannot be opened stays closed, and each connection is told why.
 * Thread-safe: {@code lock} guards the fields.
 */
final class JmsHost implements Link.Connector, LeaseListener, AutoCloseable {
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(30);

    /** For a client of another process, which tries again, so that no thread waits for it here. */
    private static final long SHORT_WAIT = TimeUnit.SECONDS.toNanos(1);

    /** Between two tries to open a store whose database is away. */
    private static final long BETWEEN_TRIES = TimeUnit.SECONDS.toNanos(1);

    private static final int PAGING_FILE = 16 << 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String name;
    private final HostStore stored;
    private final Path paging;
    private final BranchPlaces places;
    private final JmsSettings settings;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();

    /** By destination: its rules, and how many want it: the domain and applications. */
    private final Map<DestinationName, Wanted> wanted = new HashMap<>();

    private volatile @Nullable JmsServer server;
    private @Nullable JmsFailure failure;
    private @Nullable ScheduledExecutorService timer;
    private @Nullable ScheduledFuture<?> alarm;
    private @Nullable PagerThread pager;
    private final @Nullable LeaseService leases;
    private final Condition changed = lock.newCondition();
    private @Nullable LeaseClaim claim;
    private @Nullable Lease lease;
    private boolean said;

    /** The epoch of the lease under which the store was prepared; 0: none. */
    private long preparedEpoch;

    /** Failure to open the store under the lease that is held; opening is tried again. */
    private @Nullable JmsFailure refused;

    private boolean preparing;
    private boolean closed;

    /** The other servers that are to get what is published on a topic. */
    private final Function<DestinationName, Set<String>> replicas;

    private record Wanted(DestinationRules rules, int users) {}

    /**
     * Makes a server that is closed.
     *
     * @param stored its message store
     * @param paging for bodies that have left memory
     * @param leases null: nobody else can have its store
     * @param replicas returns the other servers that are to get what is published on a topic
     */
    JmsHost(
            String name,
            HostStore stored,
            BranchPlaces places,
            Path paging,
            JmsSettings settings,
            Ticker ticker,
            @Nullable LeaseService leases,
            Function<DestinationName, Set<String>> replicas) {
        this.replicas = replicas;
        this.leases = leases;
        this.name = name;
        this.stored = stored;
        this.paging = paging;
        this.places = places;
        this.settings = settings;
        this.ticker = ticker;
    }

    /** Returns the other JMS servers that may have branches of this server's transactions. */
    BranchPlaces places() {
        return places;
    }

    /** Returns true if it is open, or has a store that may have branches in doubt. */
    boolean mayHaveBranches() {
        return server != null || stored.stored();
    }

    String name() {
        return name;
    }

    /** Opens it where it has a store already, so that messages expire and destinations can be looked at. */
    void openIfStored() {
        if (!stored.stored()) {
            return;
        }
        lock.lock();
        try {
            if (claimed()) {
                return; // it is opened when it is granted
            }
        } finally {
            lock.unlock();
        }
        openQuietly();
        if (server == null && stored.comesBack()) {
            Threads.daemon("keelson.jms: opening of " + name, this::openUntilOpen)
                    .start();
        }
    }

    private void openQuietly() {
        try {
            if (prepared()) {
                JmsServer unused = open();
            }
        } catch (JmsFailure e) {
            JmsLog.LOG.debugf(e, "the JMS server is not open"); // said when it failed
        } catch (HostStore.NotWholeException e) {
            JmsLog.LOG.debugf(e, "the JMS server %s cannot be owned here", name);
            disclaim();
        } catch (IOException e) {
            JmsLog.LOG.debugf(e, "the store of the JMS server %s cannot be prepared yet", name); // tried again
        }
    }

    /** Prepares the store under the lease, without the lock. Returns false where somebody else does so. */
    private boolean prepared() throws IOException {
        Lease held;
        lock.lock();
        try {
            held = lease;
            if (leases == null || held == null || held.epoch() == preparedEpoch) {
                return true;
            }
            if (preparing || closed) {
                return false;
            }
            preparing = true;
        } finally {
            lock.unlock();
        }
        boolean done = false;
        try {
            stored.prepare(held);
            done = true;
        } finally {
            lock.lock();
            try {
                preparing = false;
                if (done) {
                    preparedEpoch = held.epoch();
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    /** Gives the lease back: another server has to own the JMS server. */
    private void disclaim() {
        LeaseClaim given;
        lock.lock();
        try {
            given = claim;
            claim = null;
            lease = null;
        } finally {
            lock.unlock();
        }
        if (given != null) {
            given.close();
        }
        stored.closed();
    }

    /** Returns the server, open. */
    JmsServer open() throws JmsFailure {
        return open(LONGEST_WAIT, JmsFailure.Code.CLOSED);
    }

    private JmsServer open(long wait, JmsFailure.Code late) throws JmsFailure {
        JmsServer open = server;
        if (open != null) {
            return open;
        }
        lock.lock();
        try {
            if (closed) {
                throw new JmsFailure(JmsFailure.Code.CLOSED, "the server stops: JMS is closed");
            }
            JmsServer made = server;
            return made == null ? make(epoch(wait, late)) : made;
        } finally {
            lock.unlock();
        }
    }

    /** Asks for the lease, once. Returns false where none is needed. */
    private boolean claimed() {
        LeaseService from = leases;
        if (from == null) {
            return false;
        }
        if (claim == null && !closed && stored.mayOwn()) {
            try {
                claim = from.claim(leaseOf(name), this);
            } catch (IllegalStateException e) {
                // The server stops, or gives it back just now; it is asked for again.
                JmsLog.LOG.debugf(e, "no lease for the JMS server %s yet", name);
            }
        }
        return true;
    }

    /** Asks for the lease where that failed, and opens the server where the lease is held and it is not open. */
    void retry() {
        lock.lock();
        try {
            if (!claimed() || lease == null || server != null || closed) {
                return;
            }
        } finally {
            lock.unlock();
        }
        openQuietly();
    }

    /** The lease of a JMS server is called so. */
    static String leaseOf(String server) {
        return "jms/" + server;
    }

    /**
     * Returns the epoch of the lease, for which it waits; 0: there are no leases.
     *
     * @param wait nanoseconds
     * @param late the code of the failure when the lease was not granted within that time
     */
    private long epoch(long wait, JmsFailure.Code late) throws JmsFailure {
        if (!claimed()) {
            return 0;
        }
        long left = wait;
        try {
            while (true) {
                Lease held = lease;
                if (held != null && held.stillMine() && held.epoch() == preparedEpoch) {
                    return held.epoch();
                }
                JmsFailure why = refused;
                if (why != null && held != null && left <= 0) {
                    throw new JmsFailure(why.code(), String.valueOf(why.getMessage()), why);
                }
                if (closed || left <= 0) {
                    throw new JmsFailure(
                            closed ? JmsFailure.Code.CLOSED : late,
                            closed
                                    ? "the server stops: JMS is closed"
                                    : "the JMS server " + name + " is not open here: its lease " + leaseOf(name)
                                            + " was not granted to this server within "
                                            + TimeUnit.NANOSECONDS.toSeconds(wait) + " s");
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JmsFailure(JmsFailure.Code.CLOSED, "interrupted while the JMS server " + name + " was opened", e);
        }
    }

    @Override
    public void granted(Lease granted) {
        lock.lock();
        try {
            lease = granted;
            refused = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        Threads.daemon("keelson.jms: opening of " + name, this::openQuietly).start();
    }

    @Override
    public void lost(Lease was, LeaseLoss why) {
        JmsServer open;
        ScheduledExecutorService scheduler;
        PagerThread pages;
        lock.lock();
        try {
            lease = null;
            open = server;
            scheduler = timer;
            pages = pager;
            server = null;
            timer = null;
            pager = null;
        } finally {
            lock.unlock();
        }
        if (open == null) {
            Threads.daemon("keelson.jms: end of " + name, stored::closed).start(); // may wait for a copy to end
            return;
        }
        JmsLog.LOG.leaseLost(name, why.toString());
        Threads.daemon("keelson.jms: end of " + name, () -> {
                    open.abandon();
                    if (scheduler != null) {
                        scheduler.shutdownNow();
                    }
                    if (pages != null) {
                        pages.close();
                    }
                    stored.closed();
                })
                .start();
    }

    private JmsServer make(long epoch) throws JmsFailure {
        JmsServer before = server;
        if (before != null) {
            return before; // opened while this thread waited for the lease
        }
        if (failure != null) {
            throw failure;
        }
        MessageStore store;
        JmsServer[] waking = new JmsServer[1];
        try {
            store = stored.make(() -> reopen(waking[0]));
        } catch (IOException e) {
            preparedEpoch = 0;
            throw new JmsFailure(JmsFailure.Code.STORE, "the JMS server is closed: " + e.getMessage(), e);
        }
        ScheduledExecutorService scheduler = Threads.scheduler("keelson.jms: alarm");
        JmsServer made = new JmsServer(name, store, ticker, millis -> wakeAfter(waking[0], millis));
        waking[0] = made;
        timer = scheduler;
        PagerThread pages = new PagerThread(name);
        pager = pages;
        boolean opened = false;
        try {
            Map<DestinationName, DestinationRules> rules = new HashMap<>();
            wanted.forEach((destination, each) -> rules.put(destination, each.rules()));
            made.bytesMaximum(settings.memory());
            PagingFiles files = page(made, pages);
            made.open(epoch, rules);
            clear(files);
            rules.keySet().forEach(each -> replicate(made, each, false));
            server = made;
            opened = true;
            said = false;
            refused = null;
            if (stored.comesBack() && !made.figures().store().failure().isEmpty()) {
                reopen(made); // it broke before anybody could be told
            }
            return made;
        } catch (IOException e) {
            if (!said) {
                said = true;
                JmsLog.LOG.notOpen(String.valueOf(e.getMessage()), e);
            }
            JmsFailure why = new JmsFailure(JmsFailure.Code.STORE, "the JMS server is closed: " + e.getMessage(), e);
            if (epoch == 0 && !stored.comesBack()) {
                failure = why; // with a lease it may have been another owner's last write
            }
            refused = why;
            throw why;
        } finally {
            if (!opened) {
                preparedEpoch = 0;
                server = null;
                timer = null;
                scheduler.shutdownNow();
                pager = null;
                pages.close();
                store.close(); // it may be open although what is in it cannot be recovered
            }
        }
    }

    /** Closes a server whose store takes nothing any more although this server may own it, and opens it again. */
    private void reopen(@Nullable JmsServer broken) {
        ScheduledExecutorService scheduler;
        PagerThread pages;
        lock.lock();
        try {
            if (broken == null || server != broken || closed) {
                return;
            }
            scheduler = timer;
            pages = pager;
            server = null;
            timer = null;
            pager = null;
        } finally {
            lock.unlock();
        }
        JmsLog.LOG.opensAgain(name);
        Threads.daemon("keelson.jms: opening of " + name, () -> {
                    broken.abandon();
                    if (scheduler != null) {
                        scheduler.shutdownNow();
                    }
                    if (pages != null) {
                        pages.close();
                    }
                    openUntilOpen();
                })
                .start();
    }

    /** Tries until it is open. With leases those who look at them do so. */
    private void openUntilOpen() {
        boolean again = true;
        while (again) {
            openQuietly();
            lock.lock();
            try {
                again = !closed && server == null && leases == null;
                if (again) {
                    long unused = changed.awaitNanos(BETWEEN_TRIES);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } finally {
                lock.unlock();
            }
        }
    }

    private PagingFiles page(JmsServer made, PagerThread thread) {
        String run = Long.toString(RANDOM.nextLong() >>> 1, 36);
        PagingFiles files = new PagingFiles(paging, run, PAGING_FILE);
        made.pageTo(files, thread, settings.buffer());
        return files;
    }

    /** Removes what an owner has left that was killed, once the store is this server's. */
    private void clear(PagingFiles files) {
        try {
            files.clear();
        } catch (IOException e) {
            JmsLog.LOG.debugf(e, "paging files of an earlier process stay in %s", paging);
        }
    }

    /** Called under the lock of the JMS server. */
    private void wakeAfter(JmsServer woken, long millis) {
        ScheduledExecutorService scheduler = timer;
        if (scheduler == null) {
            return;
        }
        ScheduledFuture<?> before = alarm;
        if (before != null) {
            before.cancel(false);
        }
        try {
            alarm = scheduler.schedule(woken::tick, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            JmsLog.LOG.debugf(e, "no alarm any more: the server stops");
        }
    }

    @Override
    public Link connect(@Nullable String user, @Nullable String password, Link.Handler handler) throws JmsFailure {
        return open().connect(user, password, handler);
    }

    /**
     * Connects a client of another process, which goes to another member or tries again.
     *
     * @throws JmsFailure of {@link JmsFailure.Code#ELSEWHERE} when its lease is not granted to this server within a second
     */
    Link connectSoon(Link.Handler handler) throws JmsFailure {
        return open(SHORT_WAIT, JmsFailure.Code.ELSEWHERE).connect(null, null, handler);
    }

    /** Connects where it is open, without waiting for that. */
    Link connectIfOpen(@Nullable String user, @Nullable String password, Link.Handler handler) throws JmsFailure {
        JmsServer open = server;
        if (open == null) {
            throw new JmsFailure(JmsFailure.Code.CLOSED, "the JMS server " + name + " is not open here now");
        }
        return open.connect(user, password, handler);
    }

    /** Adds a destination for somebody; where it is known the rules count that came last. */
    void want(DestinationName destination, DestinationRules rules) {
        lock.lock();
        try {
            Wanted known = wanted.get(destination);
            wanted.put(destination, new Wanted(rules, known == null ? 1 : known.users() + 1));
            if (server != null) {
                server.configure(destination, rules);
                replicate(server, destination, false);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The same without rules: those that it has already count. */
    void want(DestinationName destination) {
        lock.lock();
        try {
            Wanted known = wanted.get(destination);
            want(destination, known == null ? DestinationRules.STANDARD : known.rules());
        } finally {
            lock.unlock();
        }
    }

    /** Replaces the rules of a destination that somebody wants. */
    void change(DestinationName destination, DestinationRules rules) {
        lock.lock();
        try {
            Wanted known = wanted.get(destination);
            if (known != null) {
                wanted.put(destination, new Wanted(rules, known.users()));
                if (server != null) {
                    server.configure(destination, rules);
                    replicate(server, destination, false);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends somebody's wish. The last one takes the destination away; messages that it has stay in the store. */
    void release(DestinationName destination) {
        lock.lock();
        try {
            Wanted known = wanted.get(destination);
            if (known == null) {
                return;
            }
            if (known.users() > 1) {
                wanted.put(destination, new Wanted(known.rules(), known.users() - 1));
                return;
            }
            wanted.remove(destination);
            if (server != null) {
                boolean unused = server.remove(destination);
            }
        } finally {
            lock.unlock();
        }
    }

    private void replicate(JmsServer made, DestinationName destination, boolean gone) {
        if (destination.topic()) {
            made.forwarding().replicate(destination, replicas.apply(destination), gone);
        }
    }

    /**
     * Takes account of servers that have come into the cluster or have left it.
     *
     * @param gone true if those that are not known have left
     */
    void replicate(boolean gone) {
        JmsServer open = server;
        if (open != null) {
            wanted().keySet().forEach(each -> replicate(open, each, gone));
        }
    }

    /** Returns what all want. */
    Map<DestinationName, DestinationRules> wanted() {
        lock.lock();
        try {
            Map<DestinationName, DestinationRules> all = new HashMap<>();
            wanted.forEach((destination, each) -> all.put(destination, each.rules()));
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Has just these destinations, each wanted once. */
    void wantAll(Map<DestinationName, DestinationRules> all) {
        lock.lock();
        try {
            all.forEach((destination, rules) -> {
                if (wanted.containsKey(destination)) {
                    change(destination, rules);
                } else {
                    want(destination, rules);
                }
            });
            for (DestinationName each : List.copyOf(wanted.keySet())) {
                if (!all.containsKey(each)) {
                    release(each);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns what each destination does; while nobody has used the server that is nothing. */
    List<DestinationState> states() {
        JmsServer open = server;
        if (open != null) {
            return open.figures().states();
        }
        lock.lock();
        try {
            return wanted.keySet().stream()
                    .sorted()
                    .map(each -> new DestinationState(
                            each, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the server where it is open. */
    @Nullable
    JmsServer ifOpen() {
        return server;
    }

    @Override
    public void close() {
        JmsServer open;
        ScheduledExecutorService scheduler;
        LeaseClaim held;
        PagerThread pages;
        lock.lock();
        try {
            closed = true;
            open = server;
            scheduler = timer;
            pages = pager;
            server = null;
            held = claim;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
        if (pages != null) {
            pages.close();
        }
        stored.closed();
        if (held != null) {
            held.close();
        }
    }

    /** Returns true if this server may own it, so that it is worth waiting for. */
    boolean mayOwn() {
        return server != null || stored.mayOwn();
    }
}
