package io.keelson.ejb.post;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Sends, and tells what was handled. */
@JMSDestinationDefinition(name = "java:app/jms/orders", interfaceName = "jakarta.jms.Queue")
@JMSDestinationDefinition(name = "java:app/jms/done", interfaceName = "jakarta.jms.Queue")
@JMSDestinationDefinition(name = "java:app/jms/parcels", interfaceName = "jakarta.jms.Queue")
@JMSDestinationDefinition(name = "java:app/jms/news", interfaceName = "jakarta.jms.Topic")
@WebServlet("/post")
public class PostServlet extends HttpServlet {
    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private ConnectionFactory factory;

    @EJB
    private Post post;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String to = request.getParameter("to");
        if (to != null) {
            try (JMSContext jms = factory.createContext()) {
                Destination destination = (Destination) new InitialContext().lookup("java:app/jms/" + to);
                for (String text : request.getParameterValues("text")) {
                    jms.createProducer().setProperty("kind", "order").send(destination, text);
                }
            } catch (NamingException e) {
                throw new IOException(e);
            }
        }
        response.getWriter().print(post.all());
    }
}
