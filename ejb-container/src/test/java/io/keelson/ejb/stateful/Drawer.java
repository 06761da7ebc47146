package io.keelson.ejb.stateful;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;

/** A stateful bean that inherits the context of the one that creates it. */
@Stateful
public class Drawer {
    @PersistenceContext(type = PersistenceContextType.EXTENDED)
    private EntityManager entities;

    public boolean has(Note note) {
        return entities.contains(note);
    }

    public Note find(String id) {
        return entities.find(Note.class, id);
    }

    @Remove
    public void remove() {}
}
