package io.keelson.embedded;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Says which database a name leads to. */
public class Orders extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (Connection connection =
                ((DataSource) new InitialContext().lookup(request.getParameter("name"))).getConnection()) {
            response.getWriter()
                    .print(connection.getMetaData().getURL() + " "
                            + connection.getMetaData().getUserName() + " " + connection.getTransactionIsolation());
        } catch (NamingException | SQLException e) {
            response.getWriter().print(e.toString());
        }
    }
}
