package io.keelson.cluster.singleton;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseLostException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A service that does nothing, and the lease that it has not got. {@link Singletons} goes the way of a service with it once,
 * soon after the start: it loads the classes and links the code that the first fail-over needs, which takes longer than the rest
 * of a fail-over. No other server and no operator hears of it.
 */
final class Rehearsal implements ServiceObject, Lease {
    static final String NAME = "rehearsal";

    @Override
    public void activate(LeaseContext lease) {
        lease.stillMine();
    }

    @Override
    public void deactivate(LeaseContext lease) {
        lease.stillMine();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String owner() {
        return NAME;
    }

    @Override
    public long epoch() {
        return 0;
    }

    @Override
    public Duration duration() {
        return Duration.ZERO;
    }

    @Override
    public boolean stillMine() {
        return false;
    }

    @Override
    public LeaseGuard guard() throws LeaseLostException {
        throw new LeaseLostException(NAME, 0);
    }

    @Override
    public void onLoss(Consumer<LeaseLoss> listener) {
        // it is never held
    }
}
