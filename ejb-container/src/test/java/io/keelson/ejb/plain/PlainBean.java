package io.keelson.ejb.plain;

import javax.naming.InitialContext;
import javax.naming.NamingException;

/** A bean of which a descriptor says all. */
public class PlainBean implements PlainView {
    private String greeting;
    private int most;
    private boolean begun;

    void begin() {
        begun = true;
    }

    @Override
    public String call() {
        try {
            var registry = (jakarta.transaction.TransactionSynchronizationRegistry)
                    new InitialContext().lookup("java:comp/TransactionSynchronizationRegistry");
            return greeting + " " + most + " " + begun + " in transaction "
                    + (registry.getTransactionStatus() == jakarta.transaction.Status.STATUS_ACTIVE);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String forbidden() {
        return "not refused";
    }

    @Override
    public String fail() {
        throw new Mild();
    }
}
