package io.keelson.ejb.desk;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Calls the beans. */
@WebServlet("/desk")
public class DeskServlet extends HttpServlet {
    @EJB
    private Desk desk;

    @EJB
    private AnnotatedDesk annotated;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            switch (request.getParameter("what")) {
                case "call" -> response.getWriter().print(desk.later("called").get());
                case "annotated" ->
                    response.getWriter().print(annotated.later("called").get());
                default -> {
                    desk.ring();
                    response.getWriter().print(Desk.rung() ? "rung" : "silent");
                }
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new ServletException(e);
        }
    }
}
