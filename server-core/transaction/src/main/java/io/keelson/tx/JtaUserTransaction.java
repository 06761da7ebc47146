package io.keelson.tx;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

/**
 * The transactions that applications complete themselves. Thread-safe.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.1 UserTransaction Interface; 3.7 where it is not allowed.
 */
final class JtaUserTransaction implements UserTransaction {
    private final JtaTransactionManager manager;

    JtaUserTransaction(JtaTransactionManager manager) {
        this.manager = manager;
    }

    private static void check(String what) {
        Association association = Association.current();
        if (association != null && association.userForbidden()) {
            throw new IllegalStateException("UserTransaction." + what
                    + " is not allowed where the container completes the transaction: in a bean with container-managed transactions, or"
                    + " a method with @Transactional");
        }
    }

    @Override
    public void begin() throws NotSupportedException {
        check("begin");
        manager.begin();
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        check("commit");
        manager.commit();
    }

    @Override
    public void rollback() {
        check("rollback");
        manager.rollback();
    }

    @Override
    public void setRollbackOnly() {
        check("setRollbackOnly");
        manager.setRollbackOnly();
    }

    @Override
    public int getStatus() {
        check("getStatus");
        return manager.getStatus();
    }

    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        check("setTransactionTimeout");
        manager.setTransactionTimeout(seconds);
    }

    @Override
    public String toString() {
        return "user transaction";
    }
}
