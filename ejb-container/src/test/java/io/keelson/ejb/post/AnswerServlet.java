package io.keelson.ejb.post;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Sends by resources that nobody defines: an administrator of another server would have made them. */
@WebServlet("/post")
public class AnswerServlet extends HttpServlet {
    @Resource(lookup = "jms/AnswerConnections")
    private ConnectionFactory factory;

    @Resource(name = "AnswerListener")
    private Queue queue;

    @EJB
    private Post post;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("text") != null) {
            try (JMSContext jms = factory.createContext()) {
                jms.createProducer().send(queue, request.getParameter("text"));
            }
        }
        response.getWriter().print(post.all());
    }
}
