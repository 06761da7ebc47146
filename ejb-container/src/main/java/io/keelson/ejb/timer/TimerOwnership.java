package io.keelson.ejb.timer;

import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells which server fires the persistent timers of an application. Thread-safe. */
public interface TimerOwnership {
    /** Hears of the ownership; on the thread of the leases, must not block. */
    interface Listener {
        /** The timers are this server's from now on. */
        void granted(long epoch);

        /** The timers are not this server's any more. */
        void lost(String why);
    }

    /** Wants the timers from now on. */
    void want(Listener listener);

    /** Returns true while they are this server's. */
    boolean mine();

    /** Returns what changes of their rows carry; empty where no other server has them. */
    Optional<Fence> fence();

    /** Gives them to others, and waits for that, but not for long. */
    void release();

    /** The ownership of timers that no other server has. */
    static TimerOwnership always() {
        return new TimerOwnership() {
            @Override
            public void want(Listener listener) {
                listener.granted(0);
            }

            @Override
            public boolean mine() {
                return true;
            }

            @Override
            public Optional<Fence> fence() {
                return Optional.empty();
            }

            @Override
            public void release() {}
        };
    }

    /** The ownership by a lease of that name. */
    static TimerOwnership by(LeaseService leases, String name) {
        return new Leased(leases, name);
    }

    /** The ownership by a lease. */
    final class Leased implements TimerOwnership {
        private static final int RELEASE_SECONDS = 5;

        private final LeaseService leases;
        private final String name;
        private volatile @Nullable Lease lease;
        private @Nullable LeaseClaim claim;

        Leased(LeaseService leases, String name) {
            this.leases = leases;
            this.name = name;
        }

        @Override
        public void want(Listener listener) {
            claim = leases.claim(name, new LeaseListener() {
                @Override
                public void granted(Lease granted) {
                    lease = granted;
                    listener.granted(granted.epoch());
                }

                @Override
                public void lost(Lease ended, LeaseLoss why) {
                    lease = null;
                    listener.lost(why.name().toLowerCase(Locale.ROOT));
                }
            });
        }

        @Override
        public boolean mine() {
            Lease held = lease;
            return held != null && held.stillMine();
        }

        @Override
        public Optional<Fence> fence() {
            Lease held = lease;
            // Who has lost the lease may still have to write: in an epoch that was never granted, so that it is
            // refused.
            return Optional.of(held == null ? new Fence(name, 0) : held.fence());
        }

        @Override
        public void release() {
            LeaseClaim wanted = claim;
            claim = null;
            if (wanted != null) {
                try {
                    wanted.release().toCompletableFuture().get(RELEASE_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ExecutionException | TimeoutException e) {
                    EjbLog.LOG.debugf(e, "the release of the lease %s", name);
                }
            }
        }
    }
}
