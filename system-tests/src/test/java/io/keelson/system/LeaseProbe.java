package io.keelson.system;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A subsystem that a test puts into servers: wants the lease {@code orders} while the server is RUNNING, and prints what it
 * believes, with the machine's monotonic time, which all processes share: {@code PROBE holds 3 1234567}. The moment of
 * {@code holds} is before the lease was asked, that of {@code granted} after it was got; of one epoch {@code granted} is always first.
 */
public final class LeaseProbe implements SubsystemFactory {
    @Override
    public String name() {
        return "lease-probe";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(LeaseService.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new Probe(services.get(LeaseService.class), services.get(ServerIdentity.class));
    }

    private static final class Probe implements Subsystem, LeaseListener {
        private final LeaseService leases;
        private final ServerIdentity identity;
        private volatile Lease lease;
        private volatile boolean over;
        private LeaseClaim claim;

        Probe(LeaseService leases, ServerIdentity identity) {
            this.leases = leases;
            this.identity = identity;
        }

        @Override
        public void resume() {
            try {
                claim = leases.claim("orders", this);
            } catch (IllegalStateException e) {
                System.out.println("PROBE refused at " + identity.name() + ": " + e.getMessage());
                return;
            }
            Thread thread = new Thread(this::look, "lease-probe");
            thread.setDaemon(true);
            thread.start();
        }

        private void look() {
            while (!over) {
                // Read first: what is held was granted, and that was stamped, before this moment.
                Lease held = lease;
                long before = System.nanoTime();
                if (held != null && held.stillMine()) {
                    print("holds", held.epoch(), before);
                }
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        @Override
        public void granted(Lease granted) {
            // Stamped before the other thread can see it, so that no "holds" of this epoch has an earlier time.
            print("granted", granted.epoch(), System.nanoTime());
            lease = granted;
        }

        @Override
        public void lost(Lease ended, LeaseLoss why) {
            lease = null;
            print("lost-" + why, ended.epoch(), System.nanoTime());
        }

        @Override
        public void suspend(Deadline deadline) throws Exception {
            if (claim != null) {
                over = true;
                print("releases", 0, System.nanoTime());
                claim.release().toCompletableFuture().get(deadline.remaining().toMillis() + 1, TimeUnit.MILLISECONDS);
            }
        }

        private static void print(String what, long epoch, long nanos) {
            System.out.println("PROBE " + what + " " + epoch + " " + nanos);
        }
    }
}
