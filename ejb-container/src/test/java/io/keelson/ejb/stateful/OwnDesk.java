package io.keelson.ejb.stateful;

import jakarta.annotation.Resource;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import javax.naming.InitialContext;

/** A stateful bean with an extended context that completes its transactions itself. */
@Stateful
@TransactionManagement(TransactionManagementType.BEAN)
public class OwnDesk {
    @PersistenceContext(type = PersistenceContextType.EXTENDED)
    private EntityManager entities;

    private static volatile Transaction left;

    @Resource
    private UserTransaction transaction;

    public void keep(String id, String text) throws Exception {
        entities.persist(new Note(id, text));
        transaction.begin(); // nothing is called between: the context joins by itself
        transaction.commit();
    }

    /** Begins what it does not end. */
    @Remove
    public String leave(String id) throws Exception {
        transaction.begin();
        entities.persist(new Note(id, "left"));
        entities.flush();
        left = ((TransactionManager) new InitialContext().lookup("jakarta.transaction.TransactionManager"))
                .getTransaction();
        return String.valueOf(left.getStatus());
    }

    /** Returns the status of the transaction that a bean has left; 6 is none. */
    public static int left() throws Exception {
        return left.getStatus();
    }
}
