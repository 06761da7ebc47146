package io.keelson.session.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.List;

/** One of several web applications that share a session. */
public final class SharedServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String events = request.getParameter("events");
        if (events != null) {
            response.getWriter().print(SharedListener.events(getServletContext()));
            return;
        }
        HttpSession session = request.getSession();
        String add = request.getParameter("add");
        if (add != null) {
            SharedCart cart = session.getAttribute("cart") instanceof SharedCart there ? there : new SharedCart();
            cart.add(add);
            session.setAttribute("cart", cart);
        }
        if (request.getParameter("own") != null) {
            session.setAttribute("own", new OwnThing());
        }
        if (request.getParameter("change") != null) {
            request.changeSessionId();
        }
        String link = request.getParameter("link");
        response.getWriter()
                .print(String.join(
                        " ",
                        List.of(
                                session.getId(),
                                String.valueOf(session.getAttribute("cart")),
                                session.isNew() ? "new" : "old",
                                String.valueOf(session.getMaxInactiveInterval()),
                                session.getServletContext().getContextPath(),
                                own(session.getAttribute("own")),
                                link == null ? "" : response.encodeURL(link))));
        if (request.getParameter("end") != null) {
            session.invalidate();
        }
    }

    private static String own(Object value) {
        return value == null
                ? "none"
                : value instanceof OwnThing ? "mine" : value.getClass().getSimpleName();
    }
}
