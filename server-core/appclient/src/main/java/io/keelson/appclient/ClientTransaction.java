package io.keelson.appclient;

import io.keelson.appclient.transaction.RemoteTransactions;
import io.keelson.appclient.transaction.TransactionEntry;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.rmi.RemoteException;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a client: they begin on the server that it is connected to, and go with the calls of the thread that began them.
 * Resources of the client itself take no part in them. Thread-safe.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.1 UserTransaction Interface.
 */
final class ClientTransaction implements UserTransaction {
    private final ServerConnection server;
    private final AtomicReference<@Nullable RemoteTransactions> remote = new AtomicReference<>();
    private final ThreadLocal<Integer> timeout = ThreadLocal.withInitial(() -> 0);

    ClientTransaction(ServerConnection server) {
        this.server = server;
    }

    /** A call of the server that takes no part in the transaction itself. */
    private interface Call<T> {
        T of(RemoteTransactions transactions) throws RemoteException;
    }

    private <T> T call(String what, Call<T> call) throws SystemException {
        byte[] id = TransactionEntry.current();
        TransactionEntry.current(null);
        try {
            RemoteTransactions transactions = remote.get();
            if (transactions == null) {
                transactions = (RemoteTransactions) server.context().lookup(RemoteTransactions.NAME);
                remote.set(transactions);
            }
            return call.of(transactions);
        } catch (RemoteException | NamingException e) {
            SystemException failed = new SystemException(
                    "UserTransaction." + what + " failed at " + server.url() + ": " + e.getMessage());
            failed.initCause(e);
            throw failed;
        } finally {
            TransactionEntry.current(id);
        }
    }

    private static byte[] required(String what) {
        byte[] id = TransactionEntry.current();
        if (id == null) {
            throw new IllegalStateException("UserTransaction." + what + ": the thread has no transaction");
        }
        return id;
    }

    @Override
    public void begin() throws NotSupportedException, SystemException {
        if (TransactionEntry.current() != null) {
            throw new NotSupportedException("the thread has a transaction; there are no nested ones");
        }
        int seconds = timeout.get();
        byte[] id = call("begin", transactions -> transactions.begin(seconds));
        TransactionEntry.current(id);
    }

    @Override
    public void commit() throws RollbackException, HeuristicMixedException, SystemException {
        byte[] id = required("commit");
        String outcome;
        try {
            outcome = call("commit", transactions -> transactions.commit(id));
        } finally {
            TransactionEntry.current(null);
        }
        int space = outcome.indexOf(' ');
        String message = space < 0 ? outcome : outcome.substring(space + 1);
        switch (space < 0 ? outcome : outcome.substring(0, space)) {
            case RemoteTransactions.COMMITTED -> {}
            case RemoteTransactions.ROLLED_BACK -> throw new RollbackException(message);
            case RemoteTransactions.MIXED -> throw new HeuristicMixedException(message);
            default -> throw new SystemException(message);
        }
    }

    @Override
    public void rollback() throws SystemException {
        byte[] id = required("rollback");
        try {
            call("rollback", transactions -> {
                transactions.rollback(id);
                return true;
            });
        } finally {
            TransactionEntry.current(null);
        }
    }

    @Override
    public void setRollbackOnly() throws SystemException {
        byte[] id = required("setRollbackOnly");
        call("setRollbackOnly", transactions -> {
            transactions.setRollbackOnly(id);
            return true;
        });
    }

    @Override
    public int getStatus() throws SystemException {
        byte[] id = TransactionEntry.current();
        return id == null ? Status.STATUS_NO_TRANSACTION : call("getStatus", transactions -> transactions.status(id));
    }

    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        if (seconds < 0) {
            throw new SystemException("a time-out of " + seconds + " s is not possible; 0 is the domain's");
        }
        timeout.set(seconds);
    }

    @Override
    public String toString() {
        return "user transaction at " + server.url();
    }
}
