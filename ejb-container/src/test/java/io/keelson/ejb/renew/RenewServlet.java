package io.keelson.ejb.renew;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Uses all beans. */
@WebServlet("/use")
public class RenewServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Store store;

    @EJB
    private transient Basket basket;

    @EJB
    private transient Clock clock;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            clock.later();
            boolean rung = Clock.RUNG.await(30, TimeUnit.SECONDS);
            request.getSession().setAttribute("basket", basket);
            response.getWriter().print(rung + " " + (store.add("use") > 0) + " " + basket.add("use"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
