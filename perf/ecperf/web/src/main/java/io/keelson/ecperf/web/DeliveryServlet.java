package io.keelson.ecperf.web;

import io.keelson.ecperf.supplier.Delivery;
import io.keelson.ecperf.supplier.ReceiverSession;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Takes deliveries of suppliers: 200 where one is in the stock, 404 where there is no such purchase order, 503 where it is to come
 * again.
 */
@WebServlet(urlPatterns = "/deliveries")
public class DeliveryServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient ReceiverSession receiver;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Delivery delivery = Delivery.read(request.getInputStream());
            boolean known = new Attempts().run(() -> receiver.deliver(delivery));
            response.setStatus(known ? HttpServletResponse.SC_OK : HttpServletResponse.SC_NOT_FOUND);
        } catch (IllegalArgumentException e) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
        } catch (EJBException e) {
            log("a delivery has to come again", e);
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }
}
