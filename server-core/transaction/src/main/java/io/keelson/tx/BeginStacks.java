package io.keelson.tx;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stacks of where applications begin transactions, for those that nobody completes. A stack costs more than the rest of a transaction: each
 * application has it with its first {@value #FIRST} transactions, and with all that follow once it has left one open. Thread-safe.
 */
final class BeginStacks {
    /** Number of transactions of an application that have it in any case. */
    static final int FIRST = 1_000;

    private static final String SERVER = "";

    private final Map<String, Begins> applications = new ConcurrentHashMap<>();

    /** Transactions that an application has begun. */
    private static final class Begins {
        private final AtomicInteger counted = new AtomicInteger();
        private volatile boolean always;

        boolean next() {
            return always || counted.get() < FIRST && counted.getAndIncrement() < FIRST;
        }
    }

    /**
     * Returns the stack of the calling thread, which begins a transaction; null where it is not kept.
     *
     * @param application of the thread; null for the server
     */
    @Nullable
    Throwable next(@Nullable String application) {
        return of(application).next() ? new Throwable("begun here") : null;
    }

    /**
     * Says that an application has left a transaction open, so that stacks are kept from now on.
     *
     * @param begun its stack; null where there is none
     * @return the stack, or what says why there is none
     */
    Throwable leftOpen(@Nullable String application, @Nullable Throwable begun) {
        of(application).always = true;
        return begun != null
                ? begun
                : new Throwable(
                        "begun by the server, or by the application without its stack, which its next ones have");
    }

    private Begins of(@Nullable String application) {
        String name = application == null ? SERVER : application;
        Begins found = applications.get(name);
        return found != null ? found : applications.computeIfAbsent(name, key -> new Begins());
    }
}
