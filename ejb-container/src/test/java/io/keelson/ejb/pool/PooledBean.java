package io.keelson.ejb.pool;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Bean whose pool and transactions a descriptor has the settings of. */
@Stateless
public class PooledBean {
    private static final int MOST_LOOKS = 3000;

    /** Waits until the transaction of the call has been rolled back; says so. */
    public String overdue() throws NamingException, InterruptedException {
        var registry = (TransactionSynchronizationRegistry)
                new InitialContext().lookup("java:comp/TransactionSynchronizationRegistry");
        for (int i = 0; i < MOST_LOOKS; i++) {
            if (registry.getTransactionStatus() != Status.STATUS_ACTIVE) {
                return "over";
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return "still active";
    }

    /** Does nothing. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public String call() {
        return "called";
    }
}
