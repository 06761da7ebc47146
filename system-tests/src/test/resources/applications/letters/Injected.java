package letters;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** Sends by an injected context: /injected?text=T, with tx=commit or tx=rollback. Answers with what closing it throws. */
@WebServlet("/injected")
public final class Injected extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient JMSContext context;

    @Inject
    @JMSConnectionFactory("java:app/jms/factory")
    private transient JMSContext other;

    @Resource(lookup = "jms/letters")
    private transient Queue letters;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String end = request.getParameter("tx");
        String text = request.getParameter("text");
        try {
            if (end != null) {
                transaction.begin();
            }
            context.createProducer().send(letters, text);
            other.createProducer().send(letters, text + "-other");
            if ("commit".equals(end)) {
                transaction.commit();
            } else if (end != null) {
                transaction.rollback();
            }
            context.close();
        } catch (IllegalStateRuntimeException e) {
            response.getWriter().print("refused");
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }
}
