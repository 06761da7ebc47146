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
     * Calls all, those too that are added meanwhile, until one fails or the transaction goes no further.
     *
     * @return the failure; null where there was none
     */
    @Nullable
    Throwable before(BooleanSupplier goesOn) {
        int done = 0;
        int doneInterposed = 0;
        try {
            while (goesOn.getAsBoolean()) {
                if (registered != null && done < registered.size()) {
                    registered.get(done++).beforeCompletion();
                } else if (interposed != null && doneInterposed < interposed.size()) {
                    interposed.get(doneInterposed++).beforeCompletion();
                } else {
                    return null;
                }
            }
            return null;
        } catch (RuntimeException | Error e) { // an application's code
            return e;
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
