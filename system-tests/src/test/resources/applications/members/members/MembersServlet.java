package members;

import jakarta.annotation.Resource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceUnit;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.sql.DataSource;
import sales.Sales;

/** Reads and writes a note, and writes to two databases in one transaction. */
@WebServlet("/do/*")
public class MembersServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @PersistenceContext
    private transient EntityManager entities;

    @PersistenceUnit
    private transient EntityManagerFactory factory;

    @Resource(lookup = "jdbc/a")
    private transient DataSource a;

    @Resource(lookup = "jdbc/b")
    private transient DataSource b;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String text = request.getParameter("text");
        try {
            if (request.getPathInfo().equals("/sql")) {
                response.getWriter().println(first(request.getParameter("source"), text));
                return;
            }
            transaction.begin();
            String answer =
                    switch (request.getPathInfo()) {
                        case "/add" -> {
                            entities.persist(new Note(1L, text));
                            yield "added";
                        }
                        case "/change" -> {
                            entities.find(Note.class, 1L).setText(text);
                            yield "changed";
                        }
                        case "/cached" -> String.valueOf(factory.getCache().contains(Note.class, 1L));
                        case "/both" -> both(text);
                        case "/call" -> call(request, text);
                        default -> entities.find(Note.class, 1L).getText();
                    };
            transaction.commit();
            response.getWriter().println(answer);
        } catch (Exception e) {
            response.getWriter().println(e);
        }
    }

    /** Runs a statement without a transaction; returns the first column of the first row where there is one. */
    private String first(String source, String sql) throws Exception {
        DataSource of = (DataSource) new InitialContext().lookup(source);
        try (Connection connection = of.getConnection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "done";
            }
            try (ResultSet row = statement.getResultSet()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }

    /** Writes to one database, and has another server write to the other one, in one transaction. */
    private String call(HttpServletRequest request, String text) throws Exception {
        Hashtable<String, String> server = new Hashtable<>();
        server.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        String at = request.getParameter("at");
        if (at != null) {
            server.put(Context.PROVIDER_URL, at);
        }
        Context other = at == null ? new InitialContext() : new InitialContext(server);
        Sales sales = (Sales) other.lookup("sales");
        if ("halted".equals(request.getParameter("how"))) {
            TransactionManager manager =
                    (TransactionManager) new InitialContext().lookup("jakarta.transaction.TransactionManager");
            manager.getTransaction().enlistResource(new HaltingResource());
        }
        try (Connection connection = a.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into sales values('" + text + "')");
        }
        sales.add("jdbc/b", text, "refused".equals(request.getParameter("how")));
        return "called";
    }

    private String both(String text) throws Exception {
        for (DataSource each : new DataSource[] {a, b}) {
            try (Connection connection = each.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("insert into sales values('" + text + "')");
            }
        }
        return "both";
    }
}
