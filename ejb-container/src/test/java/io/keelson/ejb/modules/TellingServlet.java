package io.keelson.ejb.modules;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls a bean of the web module that an interceptor of another module intercepts. */
@WebServlet("/telling")
public class TellingServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Inject
    private transient Speaker speaker;

    /** A bean of the web module. */
    @Told
    @Dependent
    public static class Speaker {
        /** Returns a word. */
        public String word() {
            return "spoken";
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(speaker.word());
    }
}
