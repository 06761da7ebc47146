package io.keelson.servlet.webapp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The same answer in the shapes that a request can have: blocking, completed at once, completed on another thread, dispatched. */
@WebServlet(
        urlPatterns = {"/shape/blocking", "/shape/completed", "/shape/started", "/shape/dispatched"},
        asyncSupported = true)
public final class ShapesServlet extends HttpServlet {
    private static final byte[] ANSWER = {'o', 'k'};

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/shape/completed" -> {
                AsyncContext context = request.startAsync();
                response.getOutputStream().write(ANSWER);
                context.complete();
            }
            case "/shape/started" -> {
                AsyncContext context = request.startAsync();
                context.start(() -> {
                    answer(response);
                    context.complete();
                });
            }
            case "/shape/dispatched" -> {
                if (request.getDispatcherType() == DispatcherType.ASYNC) {
                    answer(response);
                } else {
                    request.startAsync().dispatch();
                }
            }
            default -> answer(response);
        }
    }

    private static void answer(HttpServletResponse response) {
        try {
            response.getOutputStream().write(ANSWER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
