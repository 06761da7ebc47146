package io.keelson.ejb.names;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Calls the beans. */
@WebServlet("/names/*")
public class NamesServlet extends HttpServlet {
    @EJB(beanName = "First")
    private Teller first;

    @EJB(beanName = "Second")
    private Teller second;

    @EJB
    private Marked marked;

    @EJB
    private MarkedToo markedToo;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter()
                    .print(
                            switch (request.getPathInfo()) {
                                case "/first" -> first.tell();
                                case "/second" -> second.tell();
                                case "/chain" -> first.chain("next") + ", " + second.chain("next");
                                case "/marked" -> marked.tell() + ", " + markedToo.tell();
                                case "/servlet" -> {
                                    second.tell();
                                    try {
                                        yield new InitialContext().lookup("java:comp/env/greeting");
                                    } catch (NamingException e) {
                                        yield e.getClass().getSimpleName();
                                    }
                                }
                                default -> "what?";
                            });
        } catch (NamingException e) {
            response.getWriter().print(e);
        }
    }
}
