package io.keelson.appclient.transaction;

import java.rmi.Remote;
import java.rmi.RemoteException;

/**
 * The transactions of clients on the server that they are connected to. A transaction is known by an identifier that cannot be guessed,
 * to the user who began it. Thread-safe.
 */
public interface RemoteTransactions extends Remote {
    /** Under which name clients look it up. */
    String NAME = "keelson:client-transactions";

    /** The commit is done. */
    String COMMITTED = "committed";

    /** Was rolled back in its place. */
    String ROLLED_BACK = "rolled-back";

    /** Some resources committed, others did not. */
    String MIXED = "mixed";

    /** The outcome could not be learnt. */
    String FAILED = "failed";

    /**
     * Begins a transaction.
     *
     * @param timeoutSeconds after which it is rolled back; 0 for the domain's default
     * @return its identifier, which says to servers where the transaction began
     * @throws RemoteException where the server has as many as it keeps
     */
    byte[] begin(int timeoutSeconds) throws RemoteException;

    /** Commits; returns one of the four outcomes, with a message behind a space where it is not {@link #COMMITTED}. */
    String commit(byte[] id) throws RemoteException;

    /** Rolls back. One that is over already is no error. */
    void rollback(byte[] id) throws RemoteException;

    /** Makes its rollback the only outcome. */
    void setRollbackOnly(byte[] id) throws RemoteException;

    /** Returns its status, a constant of {@code jakarta.transaction.Status}. */
    int status(byte[] id) throws RemoteException;
}
