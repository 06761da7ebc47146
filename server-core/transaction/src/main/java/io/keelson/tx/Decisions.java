package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import java.io.IOException;
import java.util.List;

/**
 * Keeps the decisions to commit until every resource has followed. What is not there is rolled back (presumed abort).
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>When {@link #commit} returns, the decision MUST outlive a crash of the machine.
 *   <li>When it throws {@link NotDecidedException}, the decision MUST NOT be found after a crash.
 *   <li>When it throws another IOException, nobody knows; the transaction stays in doubt until recovery has read the log.
 * </ol>
 */
interface Decisions {
    /**
     * A decision to commit.
     *
     * @param id of the transaction
     * @param branches that are prepared
     */
    record Decision(TransactionId id, List<Prepared> branches) {
        public Decision {
            branches = List.copyOf(branches);
        }
    }

    /**
     * A branch that is prepared.
     *
     * @param resource by whose name recovery finds it
     * @param xid of the branch
     */
    record Prepared(String resource, BranchXid xid) {}

    /** Nothing of the decision is kept: it may be rolled back. */
    final class NotDecidedException extends IOException {
        private static final long serialVersionUID = 1;

        NotDecidedException(String message, Throwable cause) {
            super(message, cause);
        }

        NotDecidedException(String message) {
            super(message);
        }
    }

    /**
     * A transaction that is prepared and that another system decides.
     *
     * @param id of the transaction here
     * @param superior its xid there
     * @param branches that are prepared
     */
    record Awaiting(TransactionId id, SuperiorXid superior, List<Prepared> branches) {
        public Awaiting {
            branches = List.copyOf(branches);
        }
    }

    /** Keeps that a transaction is prepared, until it is committed or over. What {@link #commit} throws holds here, too. */
    void awaiting(Awaiting prepared) throws IOException;

    /** Keeps a decision. */
    void commit(Decision decision) throws IOException;

    /** Notes, before it happens, that a resource keeps decisions in its own store. Recovery asks it before it rolls anything back. */
    void lastResource(String name) throws IOException;

    /** Drops a decision that every resource has followed. It may be found once more after a crash. */
    void over(TransactionId id);
}
