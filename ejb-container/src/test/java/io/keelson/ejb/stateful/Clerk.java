package io.keelson.ejb.stateful;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** A stateless bean with a context of the transaction. */
@Stateless
public class Clerk {
    @PersistenceContext
    private EntityManager entities;

    public boolean has(Note note) {
        return entities.contains(note);
    }

    public String text(String id) {
        Note there = entities.find(Note.class, id);
        return there == null ? "none" : there.text();
    }

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public String stored(String id) {
        return text(id);
    }

    public String conflict(String id, Desk desk) {
        text(id);
        return desk.text();
    }
}
