package io.keelson.ejb.post;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Sends by a queue and a connection factory of the server's, as guides of Open Liberty do, whose {@code server.xml} has them. */
@WebServlet("/post")
public class OfferServlet extends HttpServlet {
    @Inject
    @JMSConnectionFactory("OfferConnections")
    private JMSContext context;

    @Resource(lookup = "jms/OfferQueue")
    private Queue queue;

    @EJB
    private Post post;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("text") != null) {
            context.createProducer().send(queue, request.getParameter("text"));
        }
        response.getWriter().print(post.all());
    }
}
