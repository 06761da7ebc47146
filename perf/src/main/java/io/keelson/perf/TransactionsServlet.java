package io.keelson.perf;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.io.Serial;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * Measures costs of transactions on its own thread, which has the stack of a request as applications have it.
 *
 * <ul>
 *   <li>{@code ?row=empty|bean|local|xa&warm=SECONDS&batches=N&calls=N} answers what {@link CallCosts} has measured
 *   <li>{@code ?row=two&seconds=N} answers how many transactions over two databases were committed, and in how many seconds
 * </ul>
 */
public final class TransactionsServlet extends HttpServlet {
    /** Number of rows of the table of each database. */
    static final int ROWS = 1_000;

    @Serial
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            response.setContentType("text/plain");
            String row = request.getParameter("row");
            response.getWriter()
                    .print(
                            row.equals("two")
                                    ? two(Double.parseDouble(request.getParameter("seconds")))
                                    : costs(row, request));
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException("transactions cannot be measured", e);
        }
    }

    private static CallCosts costs(String row, HttpServletRequest request) throws Exception {
        TransactionsBean bean = CDI.current().select(TransactionsBean.class).get();
        UserTransaction user = lookup("java:comp/UserTransaction");
        CallCosts.Call without;
        CallCosts.Call with;
        switch (row) {
            case "empty" -> {
                without = number -> number + 1;
                with = number -> {
                    user.begin();
                    user.commit();
                    return number + 1;
                };
            }
            case "bean" -> {
                without = bean::plain;
                with = bean::transactional;
            }
            case "local", "xa" -> {
                DataSource source = lookup("java:app/jdbc/" + row);
                without = number -> bean.plain(source, number);
                with = number -> bean.transactional(source, number);
            }
            default -> throw new ServletException("no row is called " + row);
        }
        return CallCosts.measured(
                without,
                with,
                Double.parseDouble(request.getParameter("warm")),
                Integer.parseInt(request.getParameter("batches")),
                Integer.parseInt(request.getParameter("calls")));
    }

    private static String two(double seconds) throws Exception {
        UserTransaction user = lookup("java:comp/UserTransaction");
        DataSource one = lookup("java:app/jdbc/one");
        DataSource two = lookup("java:app/jdbc/two");
        long begun = System.nanoTime();
        long end = begun + (long) (seconds * 1e9);
        long committed = 0;
        while (System.nanoTime() < end) {
            user.begin();
            try {
                // In this order everywhere, so that no two transactions wait for each other in a circle.
                change(one);
                change(two);
            } catch (SQLException | RuntimeException e) {
                user.rollback();
                throw e;
            }
            user.commit();
            committed++;
        }
        return committed + " " + (System.nanoTime() - begun) / 1e9;
    }

    private static void change(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("update account set changes = changes + 1 where id = ?")) {
            update.setInt(1, ThreadLocalRandom.current().nextInt(ROWS));
            if (update.executeUpdate() != 1) {
                throw new SQLException("no row was changed");
            }
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the name says the type
    private static <T> T lookup(String name) throws NamingException {
        return (T) new InitialContext().lookup(name);
    }
}
