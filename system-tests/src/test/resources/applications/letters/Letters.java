package letters;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConnectionFactoryDefinition;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** Sends and receives: /send?text=T, /receive?most=N, both with tx=commit or tx=rollback, own=true for the application's own queue. */
@JMSConnectionFactoryDefinition(name = "java:app/jms/factory", properties = "messages-maximum=50")
@JMSDestinationDefinition(name = "java:app/jms/own", interfaceName = "jakarta.jms.Queue")
@WebServlet("/*")
public final class Letters extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private transient ConnectionFactory factory;

    @Resource(lookup = "java:app/jms/factory")
    private transient ConnectionFactory ownFactory;

    @Resource(lookup = "jms/letters")
    private transient Queue letters;

    @Resource(lookup = "java:app/jms/own")
    private transient Queue own;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        boolean ours = request.getParameter("own") != null;
        String end = request.getParameter("tx");
        try (JMSContext context = (ours ? ownFactory : factory).createContext()) {
            if (end != null) {
                transaction.begin();
            }
            String answer = request.getPathInfo().equals("/send")
                    ? send(context, ours ? own : letters, request.getParameter("text"))
                    : receive(context, ours ? own : letters, Integer.parseInt(request.getParameter("most")));
            if ("commit".equals(end)) {
                transaction.commit();
            } else if (end != null) {
                transaction.rollback();
            }
            response.getWriter().print(answer);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private static String send(JMSContext context, Queue queue, String text) {
        context.createProducer().send(queue, text);
        return "sent " + text;
    }

    private static String receive(JMSContext context, Queue queue, int most) throws JMSException {
        StringBuilder all = new StringBuilder();
        try (JMSConsumer consumer = context.createConsumer(queue)) {
            for (int i = 0; i < most; i++) {
                Message message = consumer.receive(300);
                if (message == null) {
                    break;
                }
                all.append(message.getBody(String.class)).append(message.getJMSRedelivered() ? "! " : " ");
            }
        }
        return all.toString().trim();
    }
}
