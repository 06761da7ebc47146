package io.keelson.jms;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseStatus;
import io.keelson.kernel.spi.lease.LeaseView;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Leases of several servers, which are granted and lost when the test says so. Thread-safe. */
final class TestLeases {
    private final Map<String, Long> epochs = new HashMap<>();

    /** By name and server. */
    private final Map<String, Claim> claims = new HashMap<>();

    /** Returns the leases as one server sees them. */
    LeaseService of(String server) {
        return new LeaseService() {
            @Override
            public LeaseClaim claim(String name, LeaseListener listener) {
                synchronized (TestLeases.this) {
                    Claim made = new Claim(name, server, listener);
                    if (claims.putIfAbsent(key(name, server), made) != null) {
                        throw new IllegalStateException(server + " has a claim to " + name);
                    }
                    return made;
                }
            }

            @Override
            public List<LeaseView> leases() {
                return List.of();
            }

            @Override
            public LeaseStatus status() {
                throw new UnsupportedOperationException();
            }

            @Override
            public String replaceVoter(String voter, Optional<String> by) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private static String key(String name, String server) {
        return name + "\n" + server;
    }

    /** Returns true if a server asks for a name. */
    synchronized boolean asks(String name, String server) {
        return claims.containsKey(key(name, server));
    }

    /** Grants a name under the next epoch. Who had it before is not told, as a server that is paused. */
    void grant(String name, String server) {
        Held held;
        Claim claim;
        synchronized (this) {
            claim = claims.get(key(name, server));
            held = new Held(name, server, epochs.merge(name, 1L, Long::sum));
            claim.held = held;
        }
        claim.listener.granted(held);
    }

    /** Tells a server that it has lost a name. */
    void lose(String name, String server) {
        Held held;
        Claim claim;
        synchronized (this) {
            claim = claims.get(key(name, server));
            held = claim.held;
            claim.held = null;
            held.mine = false;
        }
        claim.listener.lost(held, LeaseLoss.EXPIRED);
    }

    private final class Claim implements LeaseClaim {
        private final String name;
        private final String server;
        private final LeaseListener listener;
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
            synchronized (TestLeases.this) {
                return Optional.ofNullable(held);
            }
        }

        @Override
        public CompletionStage<Void> release() {
            synchronized (TestLeases.this) {
                claims.remove(key(name, server), this);
                if (held != null) {
                    held.mine = false;
                }
            }
            return CompletableFuture.completedFuture(null);
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
            return Duration.ofSeconds(3);
        }

        @Override
        public boolean stillMine() {
            return mine;
        }

        @Override
        public LeaseGuard guard() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void onLoss(Consumer<LeaseLoss> listener) {
            throw new UnsupportedOperationException();
        }
    }
}
