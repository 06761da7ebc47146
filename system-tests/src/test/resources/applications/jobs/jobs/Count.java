package jobs;

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
import javax.sql.DataSource;

/** Makes the table, and tells how many rows there are, how many different items, and of how many processes. */
@WebServlet(urlPatterns = "/count", loadOnStartup = 1)
public class Count extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient DataSource database;

    @Override
    public void init() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists copied(item int, process bigint)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select count(*), count(distinct item), count(distinct process) from copied")) {
            rows.next();
            response.getWriter().print(rows.getInt(1) + " " + rows.getInt(2) + " " + rows.getInt(3));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
