package io.keelson.jms;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.DestinationState;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The JMS server of a server, opened by the first who connects, or at the start where it has a store. A store that cannot be opened stays
 * closed, and each connection is told why. Thread-safe: {@code lock} guards the fields.
 */
final class JmsHost implements Link.Connector, AutoCloseable {
    private final String name;
    private final Path directory;
    private final JmsSettings settings;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();

    /** By destination: its rules, and how many want it: the domain and applications. */
    private final Map<DestinationName, Wanted> wanted = new HashMap<>();

    private volatile @Nullable JmsServer server;
    private @Nullable JmsFailure failure;
    private @Nullable ScheduledExecutorService timer;
    private @Nullable ScheduledFuture<?> alarm;
    private boolean closed;

    private record Wanted(DestinationRules rules, int users) {}

    JmsHost(String name, Path directory, JmsSettings settings, Ticker ticker) {
        this.name = name;
        this.directory = directory;
        this.settings = settings;
        this.ticker = ticker;
    }

    String name() {
        return name;
    }

    /** Opens it where it has a store already, so that messages expire and destinations can be looked at. */
    void openIfStored() {
        if (Files.isDirectory(directory)) {
            try {
                JmsServer unused = open();
            } catch (JmsFailure e) {
                JmsLog.LOG.debugf(e, "the JMS server is not open"); // said when it failed
            }
        }
    }

    /** Returns the server, open. */
    JmsServer open() throws JmsFailure {
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
            return made == null ? make() : made;
        } finally {
            lock.unlock();
        }
    }

    private JmsServer make() throws JmsFailure {
        if (failure != null) {
            throw failure;
        }
        ScheduledExecutorService scheduler = Threads.scheduler("keelson.jms: alarm");
        JmsServer made = new JmsServer(
                name,
                new FileMessageStore(
                        name,
                        directory,
                        settings.synchronousWritePolicy(),
                        settings.storeSegmentSize().toInt()),
                ticker,
                this::wakeAfter);
        timer = scheduler;
        boolean opened = false;
        try {
            Map<DestinationName, DestinationRules> rules = new HashMap<>();
            wanted.forEach((destination, each) -> rules.put(destination, each.rules()));
            server = made;
            made.open(0, rules);
            opened = true;
            return made;
        } catch (IOException e) {
            JmsLog.LOG.notOpen(String.valueOf(e.getMessage()), e);
            failure = new JmsFailure(JmsFailure.Code.STORE, "the JMS server is closed: " + e.getMessage(), e);
            throw failure;
        } finally {
            if (!opened) {
                server = null;
                timer = null;
                scheduler.shutdownNow();
            }
        }
    }

    /** Called under the lock of the JMS server. */
    private void wakeAfter(long millis) {
        ScheduledExecutorService scheduler = timer;
        JmsServer woken = server;
        if (scheduler == null || woken == null) {
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

    /** Adds a destination for somebody; where it is known the rules count that came last. */
    void want(DestinationName destination, DestinationRules rules) {
        lock.lock();
        try {
            Wanted known = wanted.get(destination);
            wanted.put(destination, new Wanted(rules, known == null ? 1 : known.users() + 1));
            if (server != null) {
                server.configure(destination, rules);
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

    /** Returns what the destinations do; empty while the server is not open. */
    List<DestinationState> states() {
        JmsServer open = server;
        return open == null ? List.of() : open.states();
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
        lock.lock();
        try {
            closed = true;
            open = server;
            scheduler = timer;
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
    }
}
