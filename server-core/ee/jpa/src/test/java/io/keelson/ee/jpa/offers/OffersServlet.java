package io.keelson.ee.jpa.offers;

import jakarta.annotation.Resource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceUnit;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.hibernate.Session;

/** Does what a test asks for in a transaction, and answers with a line. */
@WebServlet("/do/*")
public class OffersServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Place.Position POSITION = new Place.Position(1, 2);

    @PersistenceContext
    private transient EntityManager entities;

    @PersistenceUnit
    private transient EntityManagerFactory factory;

    @Resource(lookup = "java:comp/UserTransaction")
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        String action = request.getPathInfo().substring(1);
        String id = request.getParameter("id");
        try {
            response.getWriter()
                    .print(answer(action, id == null ? null : Long.valueOf(id), request.getParameter("text")));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private String answer(String action, Long id, String text) throws Exception {
        return switch (action) {
            case "cached" -> String.valueOf(factory.getCache().contains(Offer.class, id));
            case "evict" -> {
                factory.getCache().evict(Offer.class, id);
                yield "evicted";
            }
            case "rename-and-roll-back" -> {
                transaction.begin();
                entities.find(Offer.class, id).setName(text);
                entities.flush();
                transaction.rollback();
                yield "rolled back";
            }
            default -> within(() -> read(action, id, text));
        };
    }

    private String within(Callable<String> work) throws Exception {
        transaction.begin();
        boolean done = false;
        try {
            String answer = work.call();
            transaction.commit();
            done = true;
            return answer;
        } finally {
            if (!done && transaction.getStatus() != jakarta.transaction.Status.STATUS_NO_TRANSACTION) {
                transaction.rollback();
            }
        }
    }

    private String read(String action, Long id, String text) throws Exception {
        return switch (action) {
            case "name" -> {
                Offer found = entities.find(Offer.class, id);
                yield found == null ? "none" : found.getName();
            }
            case "tags" -> String.join(",", entities.find(Offer.class, id).getTags());
            case "by-code" ->
                entities.unwrap(Session.class)
                        .bySimpleNaturalId(Offer.class)
                        .loadOptional(text)
                        .map(each -> String.valueOf(each.getId()))
                        .orElse("none");
            case "place" -> entities.find(Place.class, POSITION).getName();
            case "names" ->
                entities
                        .createQuery("select o.name from Offer o order by o.id", String.class)
                        .setHint("org.hibernate.cacheable", true)
                        .getResultList()
                        .stream()
                        .collect(Collectors.joining(","));
            case "name-after" -> {
                Object unused = entities.createNativeQuery("select 1").getSingleResult();
                String elsewhere = HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(URI.create(text)).build(), BodyHandlers.ofString())
                        .body();
                yield elsewhere + " " + entities.find(Offer.class, id).getName();
            }
            default -> write(action, id, text);
        };
    }

    private String write(String action, Long id, String text) {
        switch (action) {
            case "add" -> entities.persist(new Offer(id, text));
            case "add-place" -> entities.persist(new Place(POSITION, text));
            case "rename" -> entities.find(Offer.class, id).setName(text);
            case "rename-place" -> entities.find(Place.class, POSITION).setName(text);
            case "rename-all" ->
                entities.createQuery("update Offer o set o.name = :name")
                        .setParameter("name", text)
                        .executeUpdate();
            case "recode" -> entities.find(Offer.class, id).setCode(text);
            case "tag" -> entities.find(Offer.class, id).getTags().add(text);
            case "remove" -> entities.remove(entities.find(Offer.class, id));
            default -> throw new IllegalArgumentException(action);
        }
        return "done";
    }
}
