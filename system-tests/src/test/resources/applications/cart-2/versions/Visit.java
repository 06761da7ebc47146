package versions;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

@WebServlet("/visit")
public final class Visit extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        int visits = session.getAttribute("visits") instanceof Integer before ? before + 1 : 1;
        session.setAttribute("visits", visits);
        if (request.getParameter("put") != null) {
            session.setAttribute("cart", new Cart(visits));
        }
        String cart = session.getAttribute("cart") instanceof Cart there ? there.goods() + " goods" : "none";
        response.getWriter().print("visits: " + visits + ", cart: " + cart);
    }
}
