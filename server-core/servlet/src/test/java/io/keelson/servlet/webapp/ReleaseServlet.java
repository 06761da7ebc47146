package io.keelson.servlet.webapp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Says which version of its application it is of, and counts in the session; a request may end its session and wait for a file. */
@WebServlet(urlPatterns = "/release", asyncSupported = true)
public final class ReleaseServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String query = request.getQueryString() == null ? "" : request.getQueryString();
        if (query.startsWith("wait=")) {
            request.getSession().invalidate();
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            context.start(() -> answerWhenThere(Path.of(query.substring(5)), context));
            return;
        }
        switch (query) {
            case "count" -> count(request.getSession());
            case "end" -> request.getSession().invalidate();
            case "again" -> {
                request.getSession().invalidate();
                count(request.getSession());
            }
            default -> {}
        }
        say(request, response);
    }

    /** Counts, and says how long the body is. */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int length = request.getInputStream().readAllBytes().length;
        count(request.getSession());
        response.setContentType("text/plain");
        response.getWriter()
                .print(getServletContext().getInitParameter("release") + " "
                        + request.getSession().getAttribute("count") + " " + length);
    }

    private void answerWhenThere(Path file, AsyncContext context) {
        for (int i = 0; i < 6000 && !Files.exists(file); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        try {
            say((HttpServletRequest) context.getRequest(), (HttpServletResponse) context.getResponse());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        context.complete();
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
