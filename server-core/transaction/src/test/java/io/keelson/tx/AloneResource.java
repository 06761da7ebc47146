package io.keelson.tx;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.util.List;
import java.util.Optional;

/** A resource without a prepare that notes how it ended. */
record AloneResource(List<String> ends) implements LocalResource {
    @Override
    public String name() {
        return "alone";
    }

    @Override
    public Role role() {
        return Role.ALONE;
    }

    @Override
    public void commit(Optional<CommitDecision> decision) {
        ends.add("commit");
    }

    @Override
    public void rollback() {
        ends.add("rollback");
    }

    @Override
    public boolean cancel() {
        return true;
    }

    @Override
    public void over(TransactionId id) {
        throw new IllegalStateException("it keeps no decision");
    }
}
