package io.keelson.resource;

import io.keelson.kernel.spi.transaction.TransactionControl;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The data sources that recovery asks: those that are there now. Thread-safe: the lock guards the map. */
final class RecoveredDataSources {
    private final @Nullable TransactionControl transactions;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ManagedDataSource, AutoCloseable> registered = new HashMap<>();

    RecoveredDataSources(@Nullable TransactionControl transactions) {
        this.transactions = transactions;
    }

    /** Registers those that are new, and takes away those that are gone. */
    void follow(Collection<ManagedDataSource> present) {
        if (transactions == null) {
            return;
        }
        lock.lock();
        try {
            registered.entrySet().removeIf(each -> {
                boolean gone =
                        !present.contains(each.getKey()) || !each.getKey().isRecovered();
                if (gone) {
                    end(each.getValue());
                }
                return gone;
            });
            for (ManagedDataSource each : present) {
                if (each.isRecovered() && !registered.containsKey(each)) {
                    registered.put(each, transactions.recoverable(each.recovery()));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static void end(AutoCloseable registration) {
        try {
            registration.close();
        } catch (Exception e) {
            ResourceLog.LOG.debugf(e, "the end of a registration for recovery");
        }
    }
}
