package io.keelson.kernel.spi.transaction;

import java.util.List;

/**
 * A decision to commit, as the last resource keeps it in its own store. Immutable.
 *
 * @param id of the transaction
 * @param resources whose prepared branches wait for it; the decision has to stay until each has followed
 */
public record CommitDecision(TransactionId id, List<String> resources) {
    public CommitDecision {
        resources = List.copyOf(resources);
    }
}
