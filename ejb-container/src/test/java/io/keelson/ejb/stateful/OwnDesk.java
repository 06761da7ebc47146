package io.keelson.ejb.stateful;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;
import jakarta.transaction.UserTransaction;

/** A stateful bean with an extended context that completes its transactions itself. */
@Stateful
@TransactionManagement(TransactionManagementType.BEAN)
public class OwnDesk {
    @PersistenceContext(type = PersistenceContextType.EXTENDED)
    private EntityManager entities;

    @Resource
    private UserTransaction transaction;

    public void keep(String id, String text) throws Exception {
        entities.persist(new Note(id, text));
        transaction.begin(); // nothing is called between: the context joins by itself
        transaction.commit();
    }
}
