package io.keelson.tx;

import io.keelson.base.measure.Described;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transaction that runs. */
public record TransactionRuntime(
        @Described("Id, the first half of the Xid of its branches.")
        String name,

        @Described("Application that began it; none where the server did.") @Nullable
        String application,

        @Described("How far it is.") String status,
        @Described("Since when it runs, in milliseconds.") long age,

        @Described("After how many milliseconds it is rolled back.")
        long timeout,

        @Described("Thread that began it.") String thread,
        @Described("Resources that take part.") List<String> resources) {
    private static final int MOST = 1000;

    static List<TransactionRuntime> of(Transactions transactions) {
        return transactions.running().stream()
                .sorted(Comparator.comparingLong(ServerTransaction::number))
                .limit(MOST)
                .map(TransactionRuntime::of)
                .toList();
    }

    private static TransactionRuntime of(ServerTransaction transaction) {
        return new TransactionRuntime(
                transaction.id().toString(),
                transaction.application(),
                StatusNames.of(transaction.getStatus()),
                transaction.age() / 1_000_000,
                transaction.timeoutNanos() / 1_000_000,
                transaction.thread().getName(),
                transaction.resources());
    }
}
