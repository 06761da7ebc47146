package io.keelson.cluster.lease;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A claim as its owner sees it. Thread-safe; {@code held} is written by the node's thread alone. */
final class NodeClaim implements LeaseClaim {
    private final String name;
    private final LeaseListener listener;
    private final Runnable unclaim;
    private final AtomicBoolean released = new AtomicBoolean();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private volatile @Nullable HeldLease held;

    NodeClaim(String name, LeaseListener listener, Runnable unclaim) {
        this.name = name;
        this.listener = listener;
        this.unclaim = unclaim;
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
        if (released.compareAndSet(false, true)) {
            HeldLease lease = held;
            if (lease == null) {
                unclaim.run();
            } else {
                lease.drain(unclaim);
            }
        }
        return gone.minimalCompletionStage();
    }

    @Nullable
    HeldLease held() {
        return held;
    }

    void granted(HeldLease lease) {
        held = lease;
        if (released.get()) {
            unclaim.run(); // it was asked for before
        } else {
            call(() -> listener.granted(lease), lease);
        }
    }

    void lost(LeaseLoss why) {
        HeldLease lease = held;
        held = null;
        if (lease != null) {
            lease.end(why);
            call(() -> listener.lost(lease, why), lease);
        }
        if (released.get()) {
            unclaim.run(); // there is nothing left that open sections could hold up
        }
    }

    void gone() {
        gone.complete(null);
    }

    private void call(Runnable callback, Lease lease) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            LeaseLog.LOG.listenerFailed(e, name, lease.epoch());
        }
    }
}
