package io.keelson.tx;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseStatus;
import io.keelson.kernel.spi.lease.LeaseView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Leases of several servers in a test: a name has one holder, the others wait. Used by one thread. */
final class SharedLeases {
    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<String, Claim> holders = new HashMap<>();
    private final Map<String, Deque<Claim>> waiting = new HashMap<>();

    /** As one server sees them. */
    LeaseService of(String server) {
        return new LeaseService() {
            @Override
            public LeaseClaim claim(String name, LeaseListener listener) {
                Claim claim = new Claim(server, name, listener);
                waiting.computeIfAbsent(name, each -> new ArrayDeque<>()).add(claim);
                grant(name);
                return claim;
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

    long epoch(String name) {
        return epochs.getOrDefault(name, 0L);
    }

    Optional<String> holder(String name) {
        return Optional.ofNullable(holders.get(name)).map(each -> each.server);
    }

    /** The holder is taken for dead, or was paused for too long. */
    void expire(String name) {
        Claim held = holders.get(name);
        if (held != null) {
            held.end(LeaseLoss.EXPIRED);
        }
    }

    private void grant(String name) {
        Deque<Claim> queue = waiting.get(name);
        if (!holders.containsKey(name) && queue != null && !queue.isEmpty()) {
            Claim next = queue.remove();
            holders.put(name, next);
            next.granted(epochs.merge(name, 1L, Long::sum));
        }
    }

    private final class Claim implements LeaseClaim {
        private final String server;
        private final String name;
        private final LeaseListener listener;
        private Held held;

        Claim(String server, String name, LeaseListener listener) {
            this.server = server;
            this.name = name;
            this.listener = listener;
        }

        void granted(long epoch) {
            held = new Held(server, name, epoch);
            listener.granted(held);
        }

        void end(LeaseLoss why) {
            Held ending = held;
            waiting.get(name).remove(this);
            if (ending != null) {
                held = null;
                ending.mine = false;
                holders.remove(name);
                listener.lost(ending, why);
                grant(name);
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Optional<Lease> lease() {
            return Optional.ofNullable(held);
        }

        @Override
        public CompletionStage<Void> release() {
            end(LeaseLoss.RELEASED);
            return CompletableFuture.completedFuture(null);
        }
    }

    private static final class Held implements Lease {
        private final String server;
        private final String name;
        private final long epoch;
        private boolean mine = true;

        Held(String server, String name, long epoch) {
            this.server = server;
            this.name = name;
            this.epoch = epoch;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String owner() {
            return server;
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
        public void onLoss(Consumer<LeaseLoss> told) {
            throw new UnsupportedOperationException();
        }
    }
}
