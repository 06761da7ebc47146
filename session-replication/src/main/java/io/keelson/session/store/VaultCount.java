package io.keelson.session.store;

import io.keelson.servlet.spi.SessionHost;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Number of sessions in a vault, as it was some seconds ago at most: to count them may take a while, and management
 * must not wait. They are counted when somebody asks, by the application's work manager. Thread-safe.
 */
final class VaultCount {
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final SessionVault vault;
    private final SessionHost host;
    private final AtomicBoolean counting = new AtomicBoolean();
    private volatile @Nullable Counted last;

    /** So many there were at that time of the ticker. */
    private record Counted(long sessions, long nanos) {}

    VaultCount(SessionVault vault, SessionHost host) {
        this.vault = vault;
        this.host = host;
    }

    /** Returns how many there are; 1 where that is not known, as it has not been counted yet, or the vault is away. Does not block. */
    long get() {
        long now = host.ticker().nanoTime();
        Counted known = last;
        if ((known == null || now - known.nanos() >= AGAIN_NANOS) && counting.compareAndSet(false, true)) {
            host.execute(this::count);
            known = last;
        }
        return known == null || now - known.nanos() > GOOD_NANOS ? 1 : known.sessions();
    }

    private void count() {
        try {
            long begun = host.ticker().nanoTime();
            last = new Counted(vault.count(), begun);
        } catch (IOException e) {
            StoreLog.LOG.debugf("the sessions of %s are counted later: %s", host.application(), e);
        } finally {
            counting.set(false);
        }
    }
}
