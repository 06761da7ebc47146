package io.keelson.ejb.war;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.interceptor.Interceptors;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.naming.InitialContext;

/** A stateless bean without an interface. */
@Stateless
public class Greeter {
    @Resource
    private SessionContext context;

    @Resource
    private TransactionSynchronizationRegistry transactions;

    @EJB
    private Visits visits;

    @Interceptors(Shouting.class)
    public String greet(String name) {
        return "Hello " + name + " of " + context.getContextData().get("module") + ", visit " + visits.next();
    }

    public String transaction() {
        return String.valueOf(transactions.getTransactionStatus() == Status.STATUS_ACTIVE);
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public String without() {
        return String.valueOf(transactions.getTransactionStatus() == Status.STATUS_ACTIVE);
    }

    public String fail() {
        throw new IllegalStateException("as asked");
    }

    public String refused() throws Exception {
        try {
            Object user = new InitialContext().lookup("java:comp/UserTransaction");
            ((jakarta.transaction.UserTransaction) user).begin();
            return "begun";
        } catch (javax.naming.NamingException | IllegalStateException e) {
            return "refused";
        }
    }

    String hidden() {
        return "hidden";
    }
}
