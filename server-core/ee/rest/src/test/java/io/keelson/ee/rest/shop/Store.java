package io.keelson.ee.rest.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;

/** The items. */
@ApplicationScoped
public class Store {
    @PersistenceContext
    EntityManager entities;

    /** Adds one. */
    @Transactional
    public void add(Item item) {
        entities.persist(item);
    }

    /** Returns all. */
    public List<Item> all() {
        return entities.createQuery("select i from Item i order by i.name", Item.class)
                .getResultList();
    }

    /** Returns one. */
    public Item find(String name) {
        Item found = entities.find(Item.class, name);
        if (found == null) {
            throw new MissingException(name);
        }
        return found;
    }
}
