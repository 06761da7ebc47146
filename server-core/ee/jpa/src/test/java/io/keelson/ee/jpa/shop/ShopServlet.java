package io.keelson.ee.jpa.shop;

import jakarta.annotation.Resource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceUnit;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Does what a test asks for and answers with a line. */
@WebServlet("/do/*")
public class ShopServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @PersistenceContext
    private transient EntityManager entities;

    @PersistenceUnit
    private transient EntityManagerFactory factory;

    @Resource(lookup = "java:comp/UserTransaction")
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getPathInfo().substring(1), request.getParameter("name")));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private String answer(String action, String name) throws Exception {
        return switch (action) {
            case "add" -> add(name, true);
            case "add-and-roll-back" -> add(name, false);
            case "names" -> names();
            case "rename" -> rename(name);
            case "details" -> details(name);
            case "joins-by-itself" -> joinsByItself();
            case "late" -> late(name);
            case "picture" -> picture(name);
            case "without-transaction" -> {
                entities.persist(new Item(name));
                yield "persisted";
            }
            case "provider" -> factory.getClass().getName();
            case "woven" -> woven();
            case "evict" -> {
                factory.getCache().evictAll();
                yield "evicted";
            }
            case "cached" -> String.valueOf(factory.getCache().contains(Item.class, id(name)));
            case "remember" -> {
                System.getProperties().put(name, new WeakReference<>(ShopServlet.class.getClassLoader()));
                yield "remembered";
            }
            default -> "unknown";
        };
    }

    private String add(String name, boolean commit) throws Exception {
        transaction.begin();
        Item item = new Item(name);
        entities.persist(item);
        if (commit) {
            transaction.commit();
        } else {
            transaction.rollback();
        }
        return commit ? "added" : "rolled back";
    }

    private String names() {
        List<Item> items = entities.createQuery("select i from Item i order by i.id", Item.class)
                .getResultList();
        return items.stream().map(Item::getName).collect(Collectors.joining(","));
    }

    /** Makes a factory without the container, which takes part in transactions as the container's does. */
    private String joinsByItself() throws Exception {
        try (EntityManagerFactory made = Persistence.createEntityManagerFactory("shop");
                EntityManager manager = made.createEntityManager()) {
            boolean before = manager.isJoinedToTransaction();
            transaction.begin();
            manager.joinTransaction();
            boolean within = manager.isJoinedToTransaction();
            transaction.rollback();
            return before + " " + within + " " + manager.isJoinedToTransaction();
        }
    }

    private String rename(String name) throws Exception {
        transaction.begin();
        entities.find(Item.class, id(name)).setName(name + "!");
        transaction.commit();
        return names();
    }

    private Long id(String name) {
        return entities.createQuery("select i.id from Item i where i.name = :name", Long.class)
                .setParameter("name", name)
                .getSingleResult();
    }

    private String details(String name) throws Exception {
        transaction.begin();
        Item item = entities.find(Item.class, id(name));
        String text = item.getLabel() + " " + item.getStamp() + " " + item.getText();
        transaction.commit();
        return text;
    }

    private String late(String name) throws Exception {
        transaction.begin();
        Item item = entities.find(Item.class, id(name));
        transaction.commit();
        return String.join(",", item.getTags());
    }

    /** Adds a picture of an item, and answers whether the item is loaded before and after it is asked for its name. */
    private String picture(String name) throws Exception {
        transaction.begin();
        Picture added = new Picture(entities.find(Item.class, id(name)));
        entities.persist(added);
        transaction.commit();
        factory.getCache().evictAll();
        transaction.begin();
        Picture found = entities.find(Picture.class, added.getId());
        boolean before = factory.getPersistenceUnitUtil().isLoaded(found, "item");
        String asked = found.getItem().getName();
        boolean after = factory.getPersistenceUnitUtil().isLoaded(found, "item");
        transaction.commit();
        return before + " " + asked + " " + after;
    }

    private static String woven() {
        return Arrays.stream(Item.class.getInterfaces())
                .map(Class::getSimpleName)
                .sorted()
                .collect(Collectors.joining(","));
    }
}
