package io.keelson.kernel.spi.transaction;

import java.util.Collection;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A resource that may hold branches or decisions of transactions whose server has crashed. Thread-safe.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>{@link #open} MUST NOT wait longer than a connection takes; it fails while the resource is away.
 *   <li>{@link Session#decided} MUST fail rather than leave out what it could not read.
 * </ol>
 */
public interface RecoverableResource {
    /** Returns the name under which its branches were enlisted. */
    String name();

    /** Returns true if decisions may be kept in the resource's own store. */
    boolean keepsDecisions();

    /** Connects to it for one pass of recovery. */
    Session open() throws Exception;

    /** A connection to the resource for one pass. */
    interface Session extends AutoCloseable {
        /** Returns what lists and resolves branches; null for a resource without XA. */
        default @Nullable XAResource branches() {
            return null;
        }

        /** Returns the decisions to commit that are kept in the resource's own store ({@code logging-last-resource}). */
        default List<CommitDecision> decided() throws Exception {
            return List.of();
        }

        /**
         * Makes certain that a decision is not kept in the resource's own store and will not be.
         *
         * @return false where it is kept: the transaction is committed
         */
        default boolean refuse(TransactionId undecided) throws Exception {
            return true;
        }

        /** Removes decisions whose transactions are over. */
        default void forget(Collection<TransactionId> over) throws Exception {}

        @Override
        void close() throws Exception;
    }
}
