package load;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds a thread for {@code millis} and answers with the nanoseconds that it held it. {@code call} asks another address
 * instead, and answers what that answers. Below {@code /look} it says how many requests it had at the same time at most. {@code /fill}
 * fills the heap to its last bytes, and keeps them.
 */
@WebServlet(urlPatterns = {"/hold/*", "/leaf", "/look", "/login", "/fill"}, asyncSupported = true)
public class Load extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final List<byte[]> KEPT = new LinkedList<>();
    private static final AtomicInteger MOST = new AtomicInteger();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
        response.setContentType("text/plain");
        switch (request.getServletPath()) {
            case "/look" -> response.getWriter().print(MOST.getAndSet(0));
            case "/fill" -> {
                while (true) {
                    KEPT.add(new byte[100]);
                }
            }
            case "/login" -> {
                request.getSession();
                request.login(request.getParameter("user"), request.getParameter("password"));
                response.getWriter().print(request.getRemoteUser());
            }
            default -> response.getWriter().print(hold(request));
        }
    }

    private static String hold(HttpServletRequest request) throws IOException {
        long began = System.nanoTime();
        MOST.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
        try {
            String call = request.getParameter("call");
            if (call != null) {
                return ask(call);
            }
            String millis = request.getParameter("millis");
            Thread.sleep(millis == null ? 0 : Long.parseLong(millis));
            return System.nanoTime() - began + " " + Thread.currentThread();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        } finally {
            RUNNING.decrementAndGet();
        }
    }

    private static String ask(String address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
        connection.setReadTimeout(4_000);
        try {
            return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            connection.disconnect();
        }
    }
}
