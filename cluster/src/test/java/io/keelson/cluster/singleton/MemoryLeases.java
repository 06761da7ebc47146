package io.keelson.cluster.singleton;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseLostException;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseStatus;
import io.keelson.kernel.spi.lease.LeaseView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * Leases that one table in this JVM decides: one holder of a name at a time, epochs that grow, whoever asked first gets it. What a
 * {@link LeaseService} promises it keeps; it only knows when a server has died by being told. Calls back on a thread of its own.
 */
final class MemoryLeases implements AutoCloseable {
    private final ScheduledExecutorService thread = Threads.scheduler("test.leases");
    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<String, Claim> holders = new HashMap<>();
    private final List<Claim> claims = new ArrayList<>();

    /** The leases as a server sees them. */
    LeaseService of(String server) {
        return new LeaseService() {
            @Override
            public LeaseClaim claim(String name, LeaseListener listener) {
                synchronized (MemoryLeases.this) {
                    if (claims.stream().anyMatch(claim -> claim.server.equals(server) && claim.name.equals(name))) {
                        throw new IllegalStateException(server + " has a claim to " + name + " already");
                    }
                    Claim claim = new Claim(name, server, listener);
                    claims.add(claim);
                    grant();
                    return claim;
                }
            }

            @Override
            public List<LeaseView> leases() {
                return List.of();
            }

            @Override
            public LeaseStatus status() {
                return new LeaseStatus(
                        LeaseStatus.NO_BASIS, Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());
            }

            @Override
            public String replaceVoter(String voter, Optional<String> by) {
                throw new IllegalArgumentException("nobody votes here");
            }
        };
    }

    /** The server is gone for certain, with all that it claims and holds: nothing of it is called any more. */
    synchronized void dies(String server) {
        for (Claim claim : List.copyOf(claims)) {
            if (claim.server.equals(server)) {
                claim.dead = true;
                claims.remove(claim);
                if (holders.remove(claim.name, claim)) {
                    claim.held.mine = false;
                }
            }
        }
        grant();
    }

    /** The holder of a name loses it, and asks again behind all others. */
    synchronized void lose(String name) {
        Claim claim = holders.remove(name);
        claim.held.mine = false;
        Held lost = claim.held;
        thread.execute(() -> claim.listener.lost(lost, LeaseLoss.EXPIRED));
        claims.remove(claim);
        claims.add(claim);
        grant();
    }

    private synchronized void grant() {
        Map<String, Claim> first = new LinkedHashMap<>();
        claims.forEach(claim -> first.putIfAbsent(claim.name, claim));
        first.forEach((name, claim) -> {
            if (!holders.containsKey(name)) {
                holders.put(name, claim);
                Held held = new Held(name, claim.server, epochs.merge(name, 1L, Long::sum));
                claim.held = held;
                thread.execute(() -> {
                    if (!claim.dead) {
                        claim.listener.granted(held);
                    }
                });
            }
        });
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private final class Claim implements LeaseClaim {
        private final String name;
        private final String server;
        private final LeaseListener listener;
        private volatile boolean dead;
        private Held held;

        Claim(String name, String server, LeaseListener listener) {
            this.name = name;
            this.server = server;
            this.listener = listener;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Optional<Lease> lease() {
            synchronized (MemoryLeases.this) {
                return Optional.ofNullable(holders.get(name) == this ? held : null);
            }
        }

        @Override
        public CompletionStage<Void> release() {
            CompletableFuture<Void> done = new CompletableFuture<>();
            synchronized (MemoryLeases.this) {
                claims.remove(this);
                if (holders.remove(name, this)) {
                    held.mine = false;
                }
                thread.execute(() -> done.complete(null));
                grant();
            }
            return done;
        }
    }

    private static final class Held implements Lease {
        private final String name;
        private final String owner;
        private final long epoch;
        private volatile boolean mine = true;

        Held(String name, String owner, long epoch) {
            this.name = name;
            this.owner = owner;
            this.epoch = epoch;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String owner() {
            return owner;
        }

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public Duration duration() {
            return Duration.ofSeconds(5);
        }

        @Override
        public boolean stillMine() {
            return mine;
        }

        @Override
        public LeaseGuard guard() throws LeaseLostException {
            check();
            return new LeaseGuard() {
                @Override
                public long epoch() {
                    return epoch;
                }

                @Override
                public void check() throws LeaseLostException {
                    Held.this.check();
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void onLoss(Consumer<LeaseLoss> listener) {
            throw new UnsupportedOperationException("no test asks for it");
        }
    }
}
