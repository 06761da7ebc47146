package io.keelson.ejb.names;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Says what a web module sees. */
@WebServlet("/names")
public class CompanyServlet extends HttpServlet {
    @EJB
    private Greeting bean;

    @Resource(name = "java:app/env/greeting")
    private String greeting;

    @Resource(name = "java:app/jdbc/reference")
    private DataSource reference;

    /** A target of the descriptor. */
    private Integer limit;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (Connection connection = reference.getConnection();
                Connection own = ((DataSource) new InitialContext().lookup("java:app/jdbc/own")).getConnection()) {
            response.getWriter()
                    .print(bean.text() + ", " + greeting + " " + limit + ", " + connection.isValid(1)
                            + own.getMetaData().getURL() + ", "
                            + new InitialContext().lookup("java:comp/env/jms/linked") + ", "
                            + new InitialContext().lookup("java:app/AppName") + ", "
                            + (new InitialContext().lookup("java:global/company/beans/Greeting") != null));
        } catch (SQLException | NamingException e) {
            throw new IOException(e);
        }
    }
}
