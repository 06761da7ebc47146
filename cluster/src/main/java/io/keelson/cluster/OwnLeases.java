package io.keelson.cluster;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseStatus;
import io.keelson.kernel.spi.lease.LeaseView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a server that takes part in no cluster: it grants each name to itself at once. Epochs are kept in a file, so that they grow
 * over restarts. Thread-safe: the lock guards the claims; the file belongs to the thread, which begins with the first claim.
 */
final class OwnLeases implements LeaseService {
    /** End of a lease that has none as long as no other server could be granted the name; this is what views show. */
    static final Duration DURATION = Duration.ofSeconds(60);

    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final String server;
    private final OwnEpochs epochs;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Claim> claims = new HashMap<>();
    private @Nullable ScheduledExecutorService thread;
    private boolean stopped;

    /** Of a server, whose epochs are kept in a file. */
    OwnLeases(String server, Path file) {
        this.server = server;
        this.epochs = new OwnEpochs(file);
    }

    @Override
    public LeaseClaim claim(String name, LeaseListener listener) {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "the name of a lease has 1 to " + LONGEST_NAME + " characters, not " + name.length());
        }
        Claim claim = new Claim(name, listener);
        lock.lock();
        try {
            if (stopped) {
                throw new IllegalStateException("the lease '" + name + "' cannot be claimed: this server stops");
            }
            if (claims.putIfAbsent(name, claim) != null) {
                throw new IllegalStateException("this server has a claim to the lease '" + name + "' already");
            }
        } finally {
            lock.unlock();
        }
        run(claim::grant);
        return claim;
    }

    /** Runs something on the thread of the leases; false where that has ended. */
    private boolean run(Runnable what) {
        return run(what, Duration.ZERO);
    }

    private boolean run(Runnable what, Duration in) {
        lock.lock();
        try {
            if (thread == null) {
                if (stopped) {
                    return false;
                }
                thread = Threads.scheduler("keelson.leases");
            }
            var unused = thread.schedule(what, in.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<LeaseView> leases() {
        lock.lock();
        try {
            return claims.values().stream()
                    .flatMap(claim -> claim.held.stream())
                    .map(held -> new LeaseView(held.name(), Optional.of(server), held.epoch(), DURATION))
                    .sorted(Comparator.comparing(LeaseView::name))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String replaceVoter(String voter, Optional<String> by) {
        throw new IllegalArgumentException("This server takes part in no cluster");
    }

    @Override
    public LeaseStatus status() {
        return new LeaseStatus(
                LeaseStatus.NO_BASIS, Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());
    }

    /** Gives everything back and ends. */
    void stop() {
        List<Claim> all;
        ScheduledExecutorService on;
        lock.lock();
        try {
            stopped = true;
            all = List.copyOf(claims.values());
            on = thread;
        } finally {
            lock.unlock();
        }
        all.forEach(each -> each.end(LeaseLoss.STOPPED));
        if (on != null) {
            on.shutdown();
        }
    }

    private void gone(Claim claim) {
        lock.lock();
        try {
            boolean unused = claims.remove(claim.name, claim);
        } finally {
            lock.unlock();
        }
    }

    /** Wish for a name. Its lease is guarded by the lock of all. */
    private final class Claim implements LeaseClaim {
        private final String name;
        private final LeaseListener listener;
        private final CompletableFuture<Void> released = new CompletableFuture<>();
        private volatile Optional<OwnLease> held = Optional.empty();
        private boolean ended;

        Claim(String name, LeaseListener listener) {
            this.name = name;
            this.listener = listener;
        }

        /** On the thread of the leases. */
        private void grant() {
            OwnLease lease;
            try {
                lease = new OwnLease(name, server, epochs.next(name));
            } catch (IOException e) {
                LeasesLog.LOG.epochsAway(name, epochs.toString(), String.valueOf(e.getMessage()));
                boolean unused = run(this::grant, AGAIN);
                return;
            }
            lock.lock();
            try {
                if (ended) {
                    return;
                }
                held = Optional.of(lease);
            } finally {
                lock.unlock();
            }
            listener.granted(lease);
        }

        private void end(LeaseLoss why) {
            Optional<OwnLease> lease;
            lock.lock();
            try {
                if (ended) {
                    return;
                }
                ended = true;
                lease = held;
            } finally {
                lock.unlock();
            }
            if (lease.isEmpty()) {
                over();
                return;
            }
            OwnLease ending = lease.get();
            ending.close(why, () -> {
                Runnable last = () -> {
                    listener.lost(ending, why);
                    over();
                };
                if (!run(last)) {
                    last.run();
                }
            });
        }

        private void over() {
            held = Optional.empty();
            gone(this);
            released.complete(null);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Optional<io.keelson.kernel.spi.lease.Lease> lease() {
            return held.map(lease -> lease);
        }

        @Override
        public CompletionStage<Void> release() {
            end(LeaseLoss.RELEASED);
            return released;
        }
    }
}
