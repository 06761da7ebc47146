package io.keelson.ejb.war;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Shows timers. */
@WebServlet("/timers/*")
public class TimerServlet extends HttpServlet {
    @EJB
    private Ticking ticking;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getPathInfo()) {
            case "/later" -> {
                ticking.later("soon");
                response.getWriter().print("made");
            }
            case "/keep" -> response.getWriter().print(ticking.keep("kept"));
            case "/kept" -> response.getWriter().print(ticking.kept());
            default -> response.getWriter().print(ticking.state());
        }
    }
}
