package io.keelson.ejb.strict;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Shows the state of the bean. */
@WebServlet("/described")
public class DescribedServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Described bean;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(bean.state());
    }
}
