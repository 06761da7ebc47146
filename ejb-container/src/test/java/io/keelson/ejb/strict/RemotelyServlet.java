package io.keelson.ejb.strict;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls a bean of its own server by a remote interface. */
@WebServlet("/remotely/*")
public class RemotelyServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB(name = "ejb/which", beanName = "RemotelyBean")
    private transient Remotely bean;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(answer(request.getPathInfo().substring(1)));
    }

    private String answer(String what) {
        return switch (what) {
            case "change" -> {
                String[] words = {"mine"};
                String[] answer = bean.change(words);
                String said = words[0] + " " + answer[0];
                answer[0] = "again";
                yield said + " " + bean.kept();
            }
            case "take" -> {
                try {
                    bean.take(new Object());
                    yield "taken";
                } catch (EJBException e) {
                    yield "refused by " + e.getCause().getClass().getSimpleName();
                }
            }
            case "nothing" -> bean.nothing();
            default -> "what is " + what + "?";
        };
    }
}
