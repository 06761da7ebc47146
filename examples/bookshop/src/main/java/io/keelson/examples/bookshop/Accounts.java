package io.keelson.examples.bookshop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** Moves money between the accounts. */
@ApplicationScoped
public class Accounts {
    @PersistenceContext
    private EntityManager entities;

    /** The balances by the names of the accounts. */
    public Map<String, BigDecimal> balances() {
        Map<String, BigDecimal> balances = new TreeMap<>();
        entities.createQuery("select a from Account a", Account.class)
                .getResultStream()
                .forEach(account -> balances.put(account.getName(), account.getBalance()));
        return balances;
    }

    /**
     * Moves one unit from the shop to the publisher. An exception rolls back all that was done.
     *
     * @param fail whether it fails halfway: one account is written and the other is not
     */
    @Transactional
    public void transfer(boolean fail) {
        account("shop").add(BigDecimal.ONE.negate());
        entities.flush();
        if (fail) {
            throw new TransferFailedException();
        }
        account("publisher").add(BigDecimal.ONE);
    }

    private Account account(String name) {
        return entities.find(Account.class, name, LockModeType.PESSIMISTIC_WRITE);
    }
}
