package pairs;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/**
 * Has two JMS servers in one transaction: /send?text=T puts T into both queues, /move takes one message from the near queue and puts it
 * into the far one, both with tx=commit or tx=rollback; /near and /far take what is there and show it.
 */
@WebServlet("/*")
public final class Pairs extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private transient ConnectionFactory factory;

    @Resource(lookup = "jms/near")
    private transient Queue near;

    @Resource(lookup = "jms/far")
    private transient Queue far;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            response.getWriter().print(switch (request.getPathInfo()) {
                case "/near" -> all(near);
                case "/far" -> all(far);
                default -> within(request);
            });
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private String all(Queue queue) {
        StringBuilder found = new StringBuilder();
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(queue)) {
            for (String text = next(consumer); text != null; text = next(consumer)) {
                found.append(text).append(' ');
            }
        }
        return found.toString().trim();
    }

    private static String next(JMSConsumer consumer) {
        return consumer.receiveBody(String.class, 300);
    }

    private String within(HttpServletRequest request) throws Exception {
        boolean move = request.getPathInfo().equals("/move");
        boolean done = false;
        transaction.begin();
        try (JMSContext one = factory.createContext();
                JMSContext other = factory.createContext()) {
            String text = move ? next(one.createConsumer(near)) : request.getParameter("text");
            if (!move) {
                one.createProducer().send(near, text);
            }
            other.createProducer().send(far, text);
            done = true;
            if (request.getParameter("tx").equals("commit")) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
            return text;
        } finally {
            if (!done) {
                transaction.rollback();
            }
        }
    }
}
