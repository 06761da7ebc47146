package shop;

import jakarta.annotation.Resource;
import jakarta.annotation.sql.DataSourceDefinition;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ResourceBundle;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Does what holds an application in memory: thread locals that stay, sessions, log records, bundles, asynchronous work. */
@DataSourceDefinition(
        name = "java:app/jdbc/sales",
        className = "org.h2.jdbcx.JdbcDataSource",
        url = Clockwork.DATABASE,
        minPoolSize = 1)
@WebServlet(urlPatterns = "/work/*", asyncSupported = true)
public class Work extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = Logger.getLogger(Work.class.getName());
    private static final ThreadLocal<Basket> LEFT = new ThreadLocal<>();

    @Resource(lookup = "java:app/jdbc/sales")
    private transient DataSource sales;

    /** What a version that stays in memory costs there. */
    static final byte[] WEIGHT = new byte[1 << 20];

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        LEFT.set(new Basket());
        String way = String.valueOf(request.getPathInfo());
        LOG.log(Level.FINE, "{0}", LEFT.get());
        // The first time-out of a future starts a thread of the JDK's that runs for ever.
        new CompletableFuture<Void>().completeOnTimeout(null, 1, TimeUnit.MILLISECONDS).join();
        if (way.equals("/pool")) {
            AsyncContext cycle = request.startAsync();
            cycle.start(() -> finish(cycle));
        } else if (way.equals("/timer")) {
            AsyncContext cycle = request.startAsync();
            Clockwork.timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            finish(cycle);
                        }
                    },
                    1);
        } else {
            response.getWriter().print(answer(request.getSession()));
        }
    }

    private static void finish(AsyncContext cycle) {
        try {
            LEFT.set(new Basket());
            cycle.getResponse().getWriter().print(ResourceBundle.getBundle("texts").getString("version"));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "not answered", e);
        } finally {
            cycle.complete();
        }
    }

    private String answer(HttpSession session) {
        Basket basket = (Basket) session.getAttribute("basket");
        if (basket == null) {
            basket = new Basket();
            session.setAttribute("basket", basket);
            LOG.log(Level.INFO, "A new {0}", basket);
        }
        basket.add();
        return ResourceBundle.getBundle("texts").getString("version") + " items " + basket.getItems() + " sales " + sold();
    }

    private int sold() {
        try (Connection connection = DriverManager.getConnection(Clockwork.DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("insert into sales values('book')");
            try (ResultSet all = statement.executeQuery("select count(*) from sales")) {
                all.next();
                return pooled(all.getInt(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("no sale", e);
        }
    }

    /** The same by a data source of the application's own; and binds a name, which goes with the application. */
    private int pooled(int expected) throws SQLException {
        try (Connection connection = sales.getConnection();
                Statement statement = connection.createStatement();
                ResultSet all = statement.executeQuery("select count(*) from sales")) {
            new InitialContext().rebind("shop of " + Basket.class.getName(), new Basket());
            all.next();
            if (all.getInt(1) < expected) {
                throw new SQLException("another database");
            }
            return expected;
        } catch (NamingException e) {
            throw new SQLException("cannot bind", e);
        }
    }
}
