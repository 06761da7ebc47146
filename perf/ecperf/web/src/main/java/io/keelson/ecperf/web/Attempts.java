package io.keelson.ecperf.web;

import jakarta.ejb.ConcurrentAccessException;
import jakarta.ejb.EJBException;
import jakarta.ejb.EJBTransactionRolledbackException;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Repeats a transaction that was rolled back because of another one: a deadlock, a lock that did not come, or a row that changed
 * meanwhile.
 */
final class Attempts {
    static final int MOST = 3;

    private static final long PAUSE_NANOS = 5_000_000;

    private int made;

    /** One transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run();
    }

    /** Runs it until it succeeds, fails for another reason, or was tried as often as is allowed. */
    <T> T run(Work<T> work) {
        while (true) {
            made++;
            try {
                return work.run();
            } catch (EJBException e) {
                if (made == MOST || !isConflict(e)) {
                    throw e;
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS) + PAUSE_NANOS);
            }
        }
    }

    /** The number of attempts that were made. */
    int made() {
        return made;
    }

    /** Returns true if the exception comes from a conflict with another transaction, as far as its causes say it. */
    static boolean isConflict(Throwable thrown) {
        if (thrown instanceof EJBTransactionRolledbackException || thrown instanceof ConcurrentAccessException) {
            return true;
        }
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            String name = each.getClass().getSimpleName();
            if (name.contains("Optimistic")
                    || name.contains("Pessimistic")
                    || name.contains("LockTimeout")
                    || name.contains("LockAcquisition")
                    || name.contains("Rollback")
                    || name.contains("RolledBack")
                    || name.contains("Rolledback")
                    || isConflict(each, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isConflict(Throwable each, String name) {
        if (each instanceof java.sql.SQLException sql) {
            String state = String.valueOf(sql.getSQLState());
            return state.startsWith("40")
                    || Arrays.asList("HYT00", "90131", "55P03").contains(state);
        }
        return name.equals("StaleObjectStateException");
    }
}
