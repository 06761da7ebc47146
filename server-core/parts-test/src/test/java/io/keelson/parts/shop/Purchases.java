package io.keelson.parts.shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.util.List;
import java.util.function.Function;

/** All purchases, in a database. Of normal scope: others hold a client proxy of it. */
@ApplicationScoped
public class Purchases {
    private EntityManagerFactory factory;

    @PostConstruct
    void open() {
        factory = Persistence.createEntityManagerFactory("shop");
    }

    @PreDestroy
    void close() {
        factory.close();
    }

    public void add(String customer, String item) {
        inTransaction(manager -> {
            Customer known = manager.find(Customer.class, customer);
            if (known == null) {
                known = new Customer(customer);
                manager.persist(known);
            }
            manager.persist(new Purchase(known, item));
            return null;
        });
    }

    public List<String> list() {
        return inTransaction(manager -> manager.createQuery("from Purchase p order by p.item", Purchase.class)
                .getResultStream()
                .map(purchase -> purchase.getCustomer().getName() + " bought " + purchase.getItem())
                .toList());
    }

    /** The class of a customer that nobody has looked at. */
    public Class<?> lazyClass() {
        return inTransaction(manager -> manager.createQuery("from Purchase", Purchase.class)
                .getResultStream()
                .findFirst()
                .<Class<?>>map(purchase -> purchase.getCustomer().getClass())
                .orElseThrow());
    }

    /** The class of the persistence provider's factory. */
    public Class<?> providerClass() {
        return factory.unwrap(Object.class).getClass();
    }

    private <T> T inTransaction(Function<EntityManager, T> work) {
        try (EntityManager manager = factory.createEntityManager()) {
            manager.getTransaction().begin();
            T result = work.apply(manager);
            manager.getTransaction().commit();
            return result;
        }
    }
}
