package io.keelson.examples.bookshop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;

/** The books that the shop sells. */
@ApplicationScoped
public class Books {
    @PersistenceContext
    private EntityManager entities;

    /** All of them, by title. */
    public List<Book> all() {
        return entities.createQuery("select b from Book b order by b.title, b.id", Book.class)
                .getResultList();
    }

    /** Adds one. */
    @Transactional
    public void add(Book book) {
        entities.persist(book);
    }
}
