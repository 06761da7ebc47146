package io.keelson.ejb.strict;

import jakarta.annotation.Resource;
import jakarta.ejb.AccessTimeout;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.TimeUnit;

/** Stands in a library of a WAR; its members declare names. */
@Singleton
@AccessTimeout(value = Long.MAX_VALUE, unit = TimeUnit.DAYS)
public class Ledger {
    @Resource
    private SessionContext context;

    @Resource(name = "registry")
    private TransactionSynchronizationRegistry registry;

    @EJB
    private Till till;

    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public String rollbackOnly() {
        try {
            return "rollback only " + context.getRollbackOnly();
        } catch (IllegalStateException e) {
            return "refused";
        }
    }

    public String status() {
        return registry.getTransactionStatus() + " " + till.same(till);
    }
}
