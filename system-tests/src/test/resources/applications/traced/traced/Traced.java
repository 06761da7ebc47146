package traced;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.logging.Logger;

/** What a test follows: answers, answers later, fails, takes its time. */
@WebServlet(urlPatterns = "/act/*", asyncSupported = true)
public class Traced extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getPathInfo()) {
            case "/later" -> later(request);
            case "/fail" -> throw new IllegalStateException("a secret of the application");
            case "/broken" -> {
                response.getOutputStream().print("a part");
                response.flushBuffer();
                throw new IllegalStateException("a secret of the application");
            }
            case "/sleep" -> sleep(response);
            case "/missing" -> response.sendError(404);
            case "/session" -> response.getWriter().print(request.getSession().getId());
            default -> {
                Logger.getLogger("traced").warning("seen by the servlet");
                response.getWriter().print(request.getAttribute("io.keelson.traceparent"));
            }
        }
    }

    private static void later(HttpServletRequest request) {
        AsyncContext cycle = request.startAsync();
        cycle.start(() -> {
            try {
                Thread.sleep(300);
                cycle.getResponse().getWriter().print("later");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                cycle.complete();
            }
        });
    }

    private static void sleep(HttpServletResponse response) throws IOException {
        try {
            Thread.sleep(1000);
            response.getWriter().print("slept");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
