package io.keelson.ejb.plain;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls it. */
@WebServlet("/plain/*")
public class PlainServlet extends HttpServlet {
    @EJB
    private PlainView bean;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter()
                    .print(
                            switch (request.getPathInfo()) {
                                case "/call" -> bean.call();
                                case "/forbidden" -> bean.forbidden();
                                default -> bean.fail();
                            });
        } catch (RuntimeException e) {
            response.getWriter().print(e.getClass().getSimpleName());
        }
    }
}
