package io.keelson.ecperf.jpa;

import io.keelson.ecperf.corporate.Locking;
import io.keelson.ecperf.corporate.Settings;
import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.store.NoSuchRowException;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.List;

/** Finds entities with the lock that the settings ask for. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class Rows {
    @PersistenceContext
    private EntityManager entities;

    @EJB
    private Settings settings;

    private LockModeType mode(Access access) {
        return access == Access.UPDATE && settings.locking() != Locking.OPTIMISTIC
                ? LockModeType.PESSIMISTIC_WRITE
                : LockModeType.NONE;
    }

    /** Finds a row; null where there is none. */
    public <T> T find(Class<T> type, long id, Access access) {
        return entities.find(type, id, mode(access));
    }

    /** Finds a row; throws {@link NoSuchRowException}. */
    public <T> T get(Class<T> type, String kind, long id, Access access) {
        T row = find(type, id, access);
        if (row == null) {
            throw new NoSuchRowException(kind, id);
        }
        return row;
    }

    /** Finds rows by a query with one parameter. */
    public <T> List<T> list(Class<T> type, String query, Object parameter, Access access) {
        TypedQuery<T> prepared = entities.createQuery(query, type).setParameter(1, parameter);
        if (access == Access.UPDATE) {
            prepared.setLockMode(mode(access));
        }
        return prepared.getResultList();
    }

    /** Finds at most so many keys by a query with one parameter. */
    public List<Long> keys(String query, Object parameter, int most) {
        return entities.createQuery(query, Long.class)
                .setParameter(1, parameter)
                .setMaxResults(most)
                .getResultList();
    }

    /** Finds all rows. */
    public <T> List<T> all(Class<T> type, String query) {
        return entities.createQuery(query, type).getResultList();
    }

    /** Adds a row. */
    public <T> T add(T row) {
        entities.persist(row);
        return row;
    }

    /** Removes a row. */
    public void remove(Object row) {
        entities.remove(row);
    }

    /** Writes what has changed. */
    public void flush() {
        entities.flush();
    }
}
