package diary;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.slf4j.LoggerFactory;

@WebServlet(urlPatterns = "/diary", asyncSupported = true)
public class Diary extends HttpServlet {
    private static final Logger LOG = LogManager.getLogger();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ThreadContext.put("reader", request.getParameter("reader"));
        LOG.info("diary opened");
        LoggerFactory.getLogger("slf4j").warn("through slf4j");
        AsyncContext context = request.startAsync();
        context.start(() -> {
            LOG.info("in another thread");
            try {
                response.getWriter().print(LoggerContext.getContext(false).getName());
            } catch (IOException e) {
                LOG.error("cannot write", e);
            }
            context.complete();
        });
        ThreadContext.clearAll();
    }
}
