package io.keelson.resource;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.context.InvocationContext.Slot;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the connections of one data source to transactions: the same one for all that is done in a transaction, from its first use until
 * the
 * transaction is over. A connection that an invocation has open when it begins a transaction joins that. Thread-safe.
 */
final class Reservations {
    /** The connections of an invocation that belong to no transaction yet. */
    private static final Slot<List<Reserved>> OPEN = Slot.ofInvocation(List::clear);

    private final @Nullable TransactionControl control;

    private record Reserved(Reservations by, PooledConnection connection) {}

    /** For a data source; without {@code control} there are no transactions. */
    Reservations(@Nullable TransactionControl control) {
        this.control = control;
    }

    /** Has connections that are open join each transaction that begins. Once a server. */
    static void joinAtBegin(TransactionControl control) {
        control.onBegin(Reservations::joinOpen);
    }

    private static void joinOpen() {
        InvocationContext context = InvocationContext.current();
        List<Reserved> open = context == null ? null : context.get(OPEN);
        if (open == null) {
            return;
        }
        open.removeIf(each -> !each.connection().isFree());
        for (Reserved each : open) {
            try {
                each.by().join(each.connection());
            } catch (SQLException e) {
                each.connection().refuse("is not part of the transaction: " + e.getMessage());
            }
        }
    }

    /** Returns a handle on what the calling thread's transaction has of this data source; null where it has nothing. */
    @Nullable
    ConnectionHandle present() {
        if (control == null || control.current() == null) {
            return null;
        }
        PooledConnection present = (PooledConnection) control.kept(this);
        return present == null ? null : present.handle();
    }

    /** Gives a connection to the calling thread's transaction, or to its user alone where there is none. */
    ConnectionHandle take(PooledConnection reserved, Protocol protocol) throws SQLException {
        if (control == null || protocol == Protocol.NONE) {
            return reserved.handle();
        }
        ConnectionHandle handle = reserved.handle();
        if (control.current() == null) {
            remember(reserved);
            return handle;
        }
        try {
            join(reserved);
            return handle;
        } catch (SQLException e) {
            try {
                handle.close();
            } catch (SQLException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private void remember(PooledConnection reserved) {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            return; // a thread of nobody has no invocation that could begin a transaction for it
        }
        List<Reserved> open = context.get(OPEN);
        if (open == null) {
            open = new ArrayList<>(2);
            context.put(OPEN, open);
        } else {
            open.removeIf(each -> !each.connection().isFree());
        }
        open.add(new Reserved(this, reserved));
    }

    private void join(PooledConnection reserved) throws SQLException {
        TransactionControl transactions = control;
        if (transactions == null) {
            throw new IllegalStateException("there are no transactions");
        }
        try {
            int isolation = transactions.isolation();
            if (isolation != Connection.TRANSACTION_NONE) {
                reserved.use().setTransactionIsolation(isolation);
            }
            if (reserved.isXa()) {
                transactions.enlist(reserved.name(), reserved.branch());
            } else {
                transactions.enlist(reserved);
            }
            reserved.joined();
            transactions.keep(this, reserved);
            transactions.synchronise(new End(reserved));
        } catch (RollbackException | SystemException | IllegalStateException e) {
            throw new SQLException(
                    "a connection of the data source " + reserved.name() + " cannot join the transaction: "
                            + e.getMessage(),
                    "25000",
                    e);
        }
    }

    private record End(PooledConnection connection) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            connection.ended();
        }
    }
}
