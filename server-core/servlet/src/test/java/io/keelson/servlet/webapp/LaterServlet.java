package io.keelson.servlet.webapp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Answers from a thread of its own, or never. */
@WebServlet(urlPatterns = "/later", asyncSupported = true)
public final class LaterServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext context = request.startAsync();
        if (request.getParameter("never") != null) {
            context.setTimeout(100);
            return;
        }
        CompletableFuture.runAsync(() -> {
            try {
                response.getWriter().print("later");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            context.complete();
        });
    }
}
