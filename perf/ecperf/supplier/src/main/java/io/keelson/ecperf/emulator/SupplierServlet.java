package io.keelson.ecperf.emulator;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * {@code POST /orders} takes a purchase order as XML; {@code GET /orders} lists what was taken. {@code POST
 * /reset?confirm=50&deliver=1000&attempts=10} begins anew: the times in milliseconds until an order is confirmed and until it is
 * delivered, and how often a delivery is tried while the buyer does not know the order.
 */
@WebServlet(
        urlPatterns = {"/orders", "/reset"},
        loadOnStartup = 1)
public class SupplierServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private transient Suppliers suppliers;

    @Override
    public void init() {
        suppliers = new Suppliers();
    }

    @Override
    public void destroy() {
        suppliers.close();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().write(suppliers.list());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            if (request.getServletPath().equals("/reset")) {
                suppliers.reset(number(request, "confirm"), number(request, "deliver"), number(request, "attempts"));
            } else {
                suppliers.take(Order.read(request.getInputStream()));
            }
            response.getWriter().write("ok\n");
        } catch (IllegalArgumentException e) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }

    private static int number(HttpServletRequest request, String name) {
        int value = Integer.parseInt(String.valueOf(request.getParameter(name)));
        if (value < 0) {
            throw new IllegalArgumentException(name + " is " + value + "; expected 0 or more");
        }
        return value;
    }
}
