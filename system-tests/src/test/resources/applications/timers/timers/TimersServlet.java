package timers;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Makes, lists and cancels timers. */
@WebServlet("/*")
public class TimersServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Ticking ticking;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String info = request.getParameter("info");
        try {
            switch (request.getPathInfo()) {
                case "/make" -> ticking.make(info, Long.parseLong(request.getParameter("millis")));
                case "/cancel" -> ticking.cancel(info);
                case "/big" -> ticking.make("x".repeat(Integer.parseInt(info)), 1_000_000);
                default -> {}
            }
            response.getWriter().println(ticking.list());
        } catch (EJBException e) {
            response.getWriter().println(e.getMessage());
        }
    }
}
