package io.keelson.ejb.strict;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Shows what the bean has heard. */
@WebServlet("/silent")
public class SilentServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Silent bean;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(bean.heard());
    }
}
