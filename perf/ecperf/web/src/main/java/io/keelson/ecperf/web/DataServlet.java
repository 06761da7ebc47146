package io.keelson.ecperf.web;

import io.keelson.ecperf.corporate.Audit;
import io.keelson.ecperf.corporate.Loader;
import io.keelson.ecperf.corporate.Settings;
import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * The data as a whole: {@code POST /data/load?ir=1&seed=1} loads it, {@code GET /data/audit} counts what breaks each rule, {@code
 * GET /data/counts} and {@code GET /data/purchase-orders} show what there is, {@code GET /data/settings} the switches.
 */
@WebServlet(urlPatterns = "/data/*", loadOnStartup = 1)
public class DataServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Loader loader;

    @EJB
    private transient Audit audit;

    @EJB
    private transient Settings settings;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!"/load".equals(request.getPathInfo())) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        try {
            loader.load((int) FrontServlet.number(request, "ir"), FrontServlet.number(request, "seed"));
            response.getWriter().write("loaded\n");
        } catch (IllegalArgumentException e) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        PrintWriter out = response.getWriter();
        switch (String.valueOf(request.getPathInfo())) {
            case "/audit" -> audit.violations().forEach((rule, count) -> out.write(rule + " " + count + "\n"));
            case "/counts" -> audit.counts().forEach((figure, count) -> out.write(figure + " " + count + "\n"));
            case "/purchase-orders" -> audit.purchaseOrders().forEach(key -> out.write(key + "\n"));
            case "/settings" ->
                out.write("sending " + settings.sending() + "\nlocking " + settings.locking() + "\nsupplier-url "
                        + settings.supplierUrl() + "\nfaults " + settings.faultsAllowed() + "\n");
            default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }
}
