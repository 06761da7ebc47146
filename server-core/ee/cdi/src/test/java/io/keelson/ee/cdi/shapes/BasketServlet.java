package io.keelson.ee.cdi.shapes;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;

/** Fills the basket of a session that is idle for a second at most, and shows what was in it when the session ended. */
@WebServlet("/basket")
public class BasketServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private static volatile String ended = "";

    @Inject
    private transient Basket basket;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        if (request.getParameter("put") != null) {
            basket.put();
            request.getSession().setMaxInactiveInterval(1);
        }
        response.getWriter().print(ended);
    }

    /** Looks into the basket of a session that ends. */
    @WebListener
    public static class Ends implements HttpSessionListener {
        @Inject
        private Basket basket;

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            try {
                ended = "ended with " + basket.shapes();
            } catch (RuntimeException e) {
                ended = e.toString();
            }
        }
    }
}
