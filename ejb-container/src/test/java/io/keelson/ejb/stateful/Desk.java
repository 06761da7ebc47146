package io.keelson.ejb.stateful;

import jakarta.ejb.EJB;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** A stateful bean with an extended context. */
@Stateful
public class Desk {
    @EJB
    private Drawer drawer;

    @EJB
    private Clerk clerk;

    @PersistenceContext(type = PersistenceContextType.EXTENDED)
    private EntityManager entities;

    private Note note;

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void begin(String id, String text) {
        note = new Note(id, text);
        entities.persist(note);
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void change(String text) {
        note.text(text);
    }

    public String commit() {
        return "managed " + entities.contains(note) + " joined " + entities.isJoinedToTransaction() + " clerk "
                + clerk.has(note);
    }

    public String text() {
        return note.text();
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public String shared(String id) throws NamingException {
        Drawer other = (Drawer) new InitialContext().lookup("java:module/Drawer");
        return entities.contains(note) + " " + drawer.has(note) + " " + other.has(note) + " "
                + (drawer.find(id) == note);
    }

    public Drawer drawer() {
        return drawer;
    }

    @Remove
    public void remove() {}
}
