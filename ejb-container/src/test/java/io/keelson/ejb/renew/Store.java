package io.keelson.ejb.renew;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Writes and counts rows. */
@Stateless
public class Store {
    @PersistenceContext
    private EntityManager items;

    public long add(String text) {
        items.persist(new Item(text));
        return items.createQuery("select count(i) from Item i", Long.class).getSingleResult();
    }
}
