package io.keelson.servlet.webapp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Waits for something that never comes, without a time-out, and tells others what its listener has been told. */
@WebServlet(urlPatterns = "/waiting", asyncSupported = true)
public final class WaitingServlet extends HttpServlet {
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("told") != null) {
            response.getWriter().print(told);
            return;
        }
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        context.addListener(new AsyncListener() {
            @Override
            public void onComplete(AsyncEvent event) {
                told.add("complete");
            }

            @Override
            public void onTimeout(AsyncEvent event) {
                told.add("time-out");
            }

            @Override
            public void onError(AsyncEvent event) {
                told.add(event.getThrowable().getClass().getSimpleName());
            }

            @Override
            public void onStartAsync(AsyncEvent event) {
                told.add("start");
            }
        });
        told.add("waiting");
    }
}
