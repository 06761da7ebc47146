package io.keelson.cluster.singleton;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseLostException;

/** A lease as the service sees it. */
record HeldContext(Lease lease) implements LeaseContext {
    @Override
    public String name() {
        return lease.name();
    }

    @Override
    public String owner() {
        return lease.owner();
    }

    @Override
    public long epoch() {
        return lease.epoch();
    }

    @Override
    public boolean stillMine() {
        return lease.stillMine();
    }

    @Override
    public Guard guard() {
        try {
            return new Section(lease.guard());
        } catch (LeaseLostException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** A section of work under the lease. */
    record Section(LeaseGuard open) implements Guard {
        @Override
        public void check() {
            try {
                open.check();
            } catch (LeaseLostException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            open.close();
        }
    }
}
