package shop;

import jakarta.annotation.Resource;
import jakarta.annotation.security.PermitAll;
import jakarta.ejb.EJBContext;
import jakarta.ejb.EJBException;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Counts what was committed. */
@Singleton
@PermitAll
public class LedgerBean implements Ledger {
    @Resource
    private SessionContext context;

    @Resource
    private TransactionSynchronizationRegistry registry;

    private volatile int total;

    @Override
    public void add(int amount) {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    total += amount;
                }
            }
        });
    }

    @Override
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public int total() {
        return total;
    }

    @Override
    public String caller() {
        return context.getCallerPrincipal().getName();
    }

    @Override
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean inTransaction() {
        return registry.getTransactionStatus() == Status.STATUS_ACTIVE;
    }

    @Override
    public void fail() {
        throw new EJBException("as asked");
    }
}
