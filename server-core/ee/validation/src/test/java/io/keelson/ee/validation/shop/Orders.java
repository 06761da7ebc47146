package io.keelson.ee.validation.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

/** A bean with constraints on its methods. */
@ApplicationScoped
public class Orders {
    @PersistenceContext
    EntityManager entities;

    /** Orders something. */
    @Max(100)
    public int order(@NotNull @Sold String number, @Positive int count) {
        return count * 10;
    }

    /** Puts an item into the database. */
    @Transactional
    public void store(Item item) {
        entities.persist(item);
    }
}
