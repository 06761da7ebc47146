package io.keelson.examples.orders;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TextMessage;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * {@code POST /?n=1000} sends so many persistent messages, {@code GET /} shows the figures of the whole cluster, {@code POST /?clear=true}
 * begins anew.
 */
@JMSDestinationDefinition(
        name = "java:app/jms/orders",
        interfaceName = "jakarta.jms.Queue",
        destinationName = OrdersServlet.QUEUE)
@WebServlet(urlPatterns = "/*", loadOnStartup = 1)
public class OrdersServlet extends HttpServlet {
    static final String QUEUE = "orders";

    private static final long serialVersionUID = 1L;
    private static final int MOST = 100_000;
    private static final int BATCH = 100;
    private static final String PAGE = """
            <!DOCTYPE html><meta charset="utf-8"><title>Orders</title>
            <style>body{font:16px sans-serif;margin:3em}pre{font-size:20px}</style>
            <h1>Orders</h1>
            <p>Messages to a queue of the whole cluster, received by a bean on each server. Kill one and watch: missing goes to 0.</p>
            <form method="post"><input name="n" value="1000" size="7"> <button>Send</button></form><pre id="f"></pre>
            <script>
            const show = () => fetch("", {headers: {Accept: "application/json"}}).then(r => r.json())
                .then(f => document.getElementById("f").textContent = JSON.stringify(f, null, 2)).catch(() => {});
            show(); setInterval(show, 1000);
            document.forms[0].onsubmit = e => { e.preventDefault();
                fetch("?n=" + document.forms[0].n.value, {method: "POST"}).then(show); };
            </script>
            """;

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private transient ConnectionFactory factory;

    @Resource(lookup = "java:app/jms/orders")
    private transient Queue orders;

    @Inject
    private transient Figures figures;

    @Override
    public void init() throws ServletException {
        try {
            figures.server(server());
        } catch (SQLException e) {
            throw new ServletException("the database of the orders cannot be used", e);
        }
    }

    /** The name of this server, which is that of its JMS server. */
    private static String server() {
        return System.getProperty("weblogic.Name", "");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            if (request.getParameter("clear") != null) {
                figures.clear();
            } else {
                Integer many = many(request.getParameter("n"));
                if (many == null) {
                    response.sendError(
                            HttpServletResponse.SC_BAD_REQUEST, "n is how many messages are sent, 1 to " + MOST);
                    return;
                }
                send(many);
            }
            answer(response);
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    private static Integer many(String text) {
        try {
            int many = Integer.parseInt(text == null ? "1000" : text);
            return many < 1 || many > MOST ? null : many;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** A send that returns is on a disk. Only then it counts as sent. */
    private void send(int many) throws SQLException {
        try (JMSContext context = factory.createContext()) {
            JMSProducer producer = context.createProducer();
            int sent = 0;
            try {
                for (int i = 1; i <= many; i++) {
                    TextMessage order = context.createTextMessage("order " + i);
                    producer.setProperty("order", UUID.randomUUID().toString()).send(orders, order);
                    sent++;
                    if (sent == BATCH) {
                        figures.sent(sent);
                        sent = 0;
                    }
                }
            } finally {
                if (sent > 0) {
                    figures.sent(sent);
                }
            }
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String accept = request.getHeader("Accept");
        if (accept != null && accept.contains("text/html")) {
            response.setContentType("text/html;charset=UTF-8");
            response.getWriter().write(PAGE);
            return;
        }
        try {
            answer(response);
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    private void answer(HttpServletResponse response) throws IOException, SQLException {
        Figures.Totals totals = figures.totals();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("sent", totals.sent());
        answer.put("received", totals.received());
        answer.put("redelivered", totals.redelivered());
        answer.put("missing", Math.max(0, totals.sent() - totals.received()));
        answer.put("twice", totals.twice());
        answer.put("queues", queues());
        response.setContentType("application/json;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        try (Jsonb json = JsonbBuilder.create()) {
            response.getWriter().write(json.toJson(answer));
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("JSON Binding cannot be closed", e);
        }
    }

    /** Returns the number of messages that wait on each server; -1 where nobody can say now. */
    private Map<String, Integer> queues() throws SQLException {
        Map<String, Integer> queues = new TreeMap<>();
        try (JMSContext context = factory.createContext()) {
            for (String server : figures.servers()) {
                queues.put(server, waiting(context, server));
            }
        }
        return queues;
    }

    private static int waiting(JMSContext context, String server) {
        try (QueueBrowser browser =
                context.createBrowser(context.createQueue(server.isEmpty() ? QUEUE : QUEUE + "@" + server))) {
            return Collections.list(browser.getEnumeration()).size();
        } catch (JMSException | JMSRuntimeException e) {
            return -1; // it is gone, and nobody has taken it over yet
        }
    }
}
