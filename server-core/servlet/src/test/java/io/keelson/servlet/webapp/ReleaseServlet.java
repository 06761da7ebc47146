package io.keelson.servlet.webapp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.PrintWriter;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Says which version of its application it is of, and counts in the session; a request may end its session and wait. */
@WebServlet(urlPatterns = "/release", asyncSupported = true)
public final class ReleaseServlet extends HttpServlet {
    /** Answers when the time-out has come. */
    private final class Late implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            AsyncContext context = event.getAsyncContext();
            say((HttpServletRequest) context.getRequest(), (HttpServletResponse) context.getResponse());
            context.complete();
        }

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String query = request.getQueryString() == null ? "" : request.getQueryString();
        switch (query) {
            case "count" -> count(request.getSession());
            case "end" -> request.getSession().invalidate();
            case "again" -> {
                request.getSession().invalidate();
                count(request.getSession());
            }
            case "wait" -> {
                request.getSession().invalidate();
                AsyncContext context = request.startAsync();
                context.setTimeout(3000);
                context.addListener(new Late());
                return;
            }
            default -> {}
        }
        say(request, response);
    }

    private static void count(HttpSession session) {
        Integer before = (Integer) session.getAttribute("count");
        session.setAttribute("count", before == null ? 1 : before + 1);
    }

    private void say(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession(false);
        response.setContentType("text/plain");
        PrintWriter out = response.getWriter();
        out.print(getServletContext().getInitParameter("release") + " "
                + (session == null ? "-" : session.getAttribute("count")) + " " + name());
        if (session != null) {
            out.print(" " + response.encodeURL(request.getRequestURI()));
        }
    }

    private static String name() {
        try {
            return (String) new InitialContext().lookup("java:app/AppName");
        } catch (NamingException e) {
            return e.toString();
        }
    }
}
