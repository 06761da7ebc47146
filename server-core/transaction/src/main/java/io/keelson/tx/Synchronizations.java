package io.keelson.tx;

import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks of one transaction, in the order of Jakarta Transactions 2.0, 3.4 and 4.1: interposed ones are last before the completion
 * and
 * first after it. Its transaction's lock guards additions; one thread completes.
 */
final class Synchronizations {
    private @Nullable List<Synchronization> registered;
    private @Nullable List<Synchronization> interposed;
    private int called;
    private int calledInterposed;

    void add(Synchronization synchronization) {
        if (registered == null) {
            registered = new ArrayList<>(2);
        }
        registered.add(synchronization);
    }

    int count() {
        return (registered == null ? 0 : registered.size()) + (interposed == null ? 0 : interposed.size());
    }

    void interpose(Synchronization synchronization) {
        if (interposed == null) {
            interposed = new ArrayList<>(2);
        }
        interposed.add(synchronization);
    }

    /**
     * Calls those that were not called before, and those that are added meanwhile, until one fails or the transaction goes no further.
     *
     * @param withInterposed false where interposed ones wait, as others have to be called elsewhere first
     * @return the failure; null where there was none
     */
    @Nullable
    Throwable before(BooleanSupplier goesOn, boolean withInterposed) {
        try {
            while (goesOn.getAsBoolean()) {
                if (registered != null && called < registered.size()) {
                    registered.get(called++).beforeCompletion();
                } else if (withInterposed && interposed != null && calledInterposed < interposed.size()) {
                    interposed.get(calledInterposed++).beforeCompletion();
                } else {
                    return null;
                }
            }
            return null;
        } catch (RuntimeException | Error e) { // an application's code
            return e;
        }
    }

    /** Returns true if one is to be called before the completion and was not called yet. */
    boolean hasWaiting(boolean withInterposed) {
        if (registered != null && called < registered.size()) {
            return true;
        }
        return withInterposed
                && interposed != null
                && interposed.subList(Math.min(calledInterposed, interposed.size()), interposed.size()).stream()
                        .anyMatch(each -> !(each instanceof OnlyAfter));
    }

    /** One that does nothing before the completion. */
    interface OnlyAfter extends Synchronization {
        @Override
        default void beforeCompletion() {
            // It waits for the end.
        }
    }

    /** Calls all; a failure stops none of the others. */
    void after(int status, Consumer<Throwable> failures) {
        call(interposed, status, failures);
        call(registered, status, failures);
    }

    private static void call(@Nullable List<Synchronization> all, int status, Consumer<Throwable> failures) {
        if (all == null) {
            return;
        }
        for (int i = 0; i < all.size(); i++) {
            try {
                all.get(i).afterCompletion(status);
            } catch (RuntimeException | Error e) { // an application's code
                failures.accept(e);
            }
        }
    }
}
