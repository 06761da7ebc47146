package io.keelson.examples.hello;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Answers after a second. Its execute thread is free in the meantime: the request completes later, from a timer's thread. */
@WebServlet(urlPatterns = "/slow", asyncSupported = true)
public class SlowServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private transient ScheduledExecutorService timer;

    @Override
    public void init() {
        timer = Executors.newSingleThreadScheduledExecutor(body -> {
            Thread thread = new Thread(body, "hello-timer");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext async = request.startAsync();
        async.setTimeout(5000);
        timer.schedule(() -> answer(async), 1, TimeUnit.SECONDS);
    }

    private void answer(AsyncContext async) {
        try {
            async.getResponse().setContentType("text/plain");
            async.getResponse()
                    .getWriter()
                    .println("Answered after a second by "
                            + Thread.currentThread().getName());
        } catch (IOException e) {
            getServletContext().log("the client did not wait", e);
        } finally {
            async.complete();
        }
    }

    @Override
    public void destroy() {
        timer.shutdownNow();
    }
}
