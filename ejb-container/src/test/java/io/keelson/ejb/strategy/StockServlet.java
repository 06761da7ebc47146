package io.keelson.ejb.strategy;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.naming.InitialContext;

/** Uses one row by beans of each strategy. */
@WebServlet("/stock/*")
public class StockServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @EJB(beanName = "Database")
    private transient StockHome database;

    @EJB(beanName = "Exclusive")
    private transient StockHome exclusive;

    @EJB(beanName = "Cached")
    private transient StockHome cached;

    @EJB(beanName = "ReadOnly")
    private transient StockHome readOnly;

    @EJB(beanName = "Eager")
    private transient StockHome eager;

    @EJB(beanName = "Writer")
    private transient StockHome writer;

    private static UserTransaction transaction() throws Exception {
        return (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(call(request.getPathInfo().substring(1)));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    private static String twice(StockHome home) throws Exception {
        StockBean.loads();
        int first = home.findByPrimaryKey("a").count();
        int second = home.findByPrimaryKey("a").count();
        return first + " " + second + " loads " + StockBean.loads();
    }

    private static void meet() throws InterruptedException, BrokenBarrierException, TimeoutException {
        BOTH.await(30, TimeUnit.SECONDS);
    }

    private Object call(String what) throws Exception {
        switch (what) {
            case "database" -> {
                return twice(database);
            }
            case "exclusive" -> {
                return twice(exclusive);
            }
            case "cached" -> {
                cached.findByPrimaryKey("a").count();
                return twice(cached);
            }
            case "read-only" -> {
                readOnly.findByPrimaryKey("a").count();
                return twice(readOnly);
            }
            case "read-only-change" -> {
                readOnly.findByPrimaryKey("a").change(1);
                return database.findByPrimaryKey("a").count();
            }
            case "read-only-remove" -> {
                readOnly.remove("a");
                return "";
            }
            case "writer" -> {
                writer.findByPrimaryKey("a").change(1);
                return readOnly.findByPrimaryKey("a").count();
            }
            case "increment" -> {
                exclusive.findByPrimaryKey("a").change(1);
                return "";
            }
            case "database-a-then-b", "database-b-then-a" -> {
                String first = what.substring(9, 10);
                String second = what.substring(what.length() - 1);
                transaction().begin();
                try {
                    eager.findByPrimaryKey(first).change(1);
                    meet();
                    eager.findByPrimaryKey(second).change(1);
                    transaction().commit();
                    return "committed";
                } catch (Exception e) {
                    transaction().rollback();
                    return e.getClass().getSimpleName();
                }
            }
            case "a-then-b", "b-then-a" -> {
                String first = what.substring(0, 1);
                String second = what.substring(what.length() - 1);
                transaction().begin();
                try {
                    exclusive.findByPrimaryKey(first).change(1);
                    meet();
                    exclusive.findByPrimaryKey(second).change(1);
                    transaction().commit();
                    return "committed";
                } catch (Exception e) {
                    transaction().rollback();
                    return e.getClass().getSimpleName() + ": " + e.getMessage();
                }
            }
            default -> throw new IllegalArgumentException(what);
        }
    }
}
