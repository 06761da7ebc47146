package kept;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Counts in the session. */
@WebServlet("/visit")
public final class VisitServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Visits before = (Visits) request.getSession().getAttribute("visits");
        Visits now = (before == null ? new Visits() : before).and(1);
        request.getSession().setAttribute("visits", now);
        response.getWriter().print("visits: " + now.count());
    }
}
