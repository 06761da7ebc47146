package orders;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.FutureTask;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Shows its environment, and the databases that it finds by names. */
@WebServlet("/*")
public class Orders extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Resource(name = "size")
    private int size;

    @Resource(lookup = "jdbc/orders")
    private transient DataSource orders;

    @Resource
    private transient DataSource standard;

    private String greeting;
    private String seenAtStart;

    @PostConstruct
    void begin() {
        seenAtStart = size + " " + (orders != null) + " " + greeting;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String what = String.valueOf(request.getPathInfo());
        try {
            response.getWriter().print(
                    switch (what) {
                        case "/injected" -> seenAtStart;
                        case "/thread" -> inThread();
                        case "/orders" -> rows(orders, "orders");
                        case "/standard" -> rows(standard, "visits");
                        case "/mapped" -> InitialContext.doLookup("java:comp/env/jdbc/mapped") == orders;
                        case "/injection" -> InitialContext.doLookup(request.getParameter("name"));
                        default -> InitialContext.doLookup(what.substring(1));
                    });
        } catch (NamingException | SQLException e) {
            response.setStatus(503);
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static Object inThread() throws NamingException {
        FutureTask<Object> task = new FutureTask<>(() -> InitialContext.doLookup("java:comp/env/size"));
        new Thread(task).start();
        try {
            return task.get();
        } catch (Exception e) {
            throw new NamingException(String.valueOf(e));
        }
    }

    private static int rows(DataSource source, String table) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists " + table + "(at timestamp)");
            statement.execute("insert into " + table + " values(now())");
            try (ResultSet all = statement.executeQuery("select count(*) from " + table)) {
                all.next();
                return all.getInt(1);
            }
        }
    }
}
