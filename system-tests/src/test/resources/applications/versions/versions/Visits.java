package versions;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Says its release and how often the session has been counted; {@code ?count} counts, and begins one, {@code ?end} ends it. */
@WebServlet("/visits")
public class Visits extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String asked = String.valueOf(request.getQueryString());
        HttpSession session = request.getSession(asked.equals("count"));
        if (asked.equals("end") && session != null) {
            session.invalidate();
            session = null;
        }
        if (asked.equals("count")) {
            Integer before = (Integer) session.getAttribute("count");
            session.setAttribute("count", before == null ? 1 : before + 1);
        }
        Object count = session == null ? "-" : session.getAttribute("count");
        response.getWriter().println(getServletContext().getInitParameter("release") + " " + count);
    }
}
