package faulty;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** What a test asks of an application while something is wrong: takes its time, writes much, reads all. */
@WebServlet(urlPatterns = "/act/*", asyncSupported = true)
public class Acts extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final AtomicInteger WAITING = new AtomicInteger();
    private static final AtomicInteger GONE = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (String.valueOf(request.getPathInfo())) {
            case "/sleep" -> sleep(request, response);
            case "/large" -> large(request, response);
            case "/upload" -> upload(request, response);
            case "/wait" -> await(request);
            case "/waiting" -> answer(response, WAITING.get() + " waiting, " + GONE.get() + " gone");
            case "/session" -> session(request, response);
            default -> answer(response, "here");
        }
    }

    private static void sleep(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Thread.sleep(Long.parseLong(request.getParameter("ms")));
            answer(response, "slept");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void large(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] piece = new byte[64 * 1024];
        OutputStream out = response.getOutputStream();
        for (int i = Integer.parseInt(request.getParameter("pieces")); i > 0; i--) {
            out.write(piece);
        }
    }

    private static void upload(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] piece = new byte[8 * 1024];
        long total = 0;
        InputStream in = request.getInputStream();
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
            total += n;
        }
        answer(response, total + " bytes");
    }

    /** Waits for what never comes, until the client has gone. */
    private static void await(HttpServletRequest request) {
        AsyncContext cycle = request.startAsync();
        cycle.setTimeout(0);
        cycle.addListener(new AsyncListener() {
            @Override
            public void onStartAsync(AsyncEvent event) {}

            @Override
            public void onTimeout(AsyncEvent event) {}

            @Override
            public void onError(AsyncEvent event) {
                GONE.incrementAndGet();
            }

            @Override
            public void onComplete(AsyncEvent event) {
                WAITING.decrementAndGet();
            }
        });
        WAITING.incrementAndGet();
    }

    private static void session(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean known = request.getSession(false) != null;
        if (request.getParameter("seconds") != null) {
            request.getSession().setMaxInactiveInterval(Integer.parseInt(request.getParameter("seconds")));
        }
        request.getSession();
        answer(response, known ? "known" : "new");
    }

    private static void answer(HttpServletResponse response, String text) throws IOException {
        response.setContentType("text/plain");
        response.setContentLength(text.length());
        response.getOutputStream().print(text);
    }
}
