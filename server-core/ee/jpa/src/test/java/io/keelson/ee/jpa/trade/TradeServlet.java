package io.keelson.ee.jpa.trade;

import jakarta.annotation.Resource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;

/** Does what a test asks for and answers with a line. */
@WebServlet("/trade/*")
public class TradeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @PersistenceContext
    private transient EntityManager entities;

    @Resource
    private transient UserTransaction transaction;

    @Resource
    private transient DataSource source;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            transaction.begin();
            if (request.getPathInfo().equals("/late")) {
                Account found = entities.find(Account.class, 6000);
                transaction.commit();
                response.getWriter().print(found.countOwned());
                return;
            }
            String answer = answer(request.getPathInfo().substring(1));
            transaction.commit();
            response.getWriter().print(answer);
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private String answer(String action) throws Exception {
        return switch (action) {
            case "order" -> {
                Order order = new Order();
                entities.persist(order);
                entities.flush();
                entities.clear();
                UUID id = order.getId();
                yield entities.find(Order.class, id).getKey() + " " + own("select \"ORDER\".\"GROUP\" from \"ORDER\"");
            }
            case "note" -> {
                Note note = new Note();
                entities.persist(note);
                entities.flush();
                yield String.valueOf(note.getId().version());
            }
            case "account" -> {
                Account account = new Account();
                entities.persist(account);
                yield String.valueOf(account.getId());
            }
            case "keys" -> own("update KEYS set LAST = 1000 where NAME = 'account'");
            case "owned-by-nobody" -> own("insert into Account (id, owner_id) values (5000, 4999)");
            case "plain" -> own("insert into Account (id) values (6000)");
            case "twins-of-one" -> own("insert into Account (id, twin_id) values (6000, 6000), (6001, 6000)");
            default -> "unknown";
        };
    }

    private String own(String statement) throws Exception {
        try (Connection connection = source.getConnection();
                Statement made = connection.createStatement()) {
            boolean rows = made.execute(statement);
            if (!rows) {
                return String.valueOf(made.getUpdateCount());
            }
            made.getResultSet().next();
            return made.getResultSet().getString(1);
        }
    }
}
