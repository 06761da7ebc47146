package io.keelson.examples.clock.web;

import io.keelson.examples.clock.LocalClock;
import io.keelson.examples.clock.Ticks;
import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;

/** The figures of the timer that the cluster fires each second. */
@WebServlet("/ticks")
public class TicksServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient LocalClock clock;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Ticks now = clock.ticks();
        response.setContentType("application/json");
        response.getWriter()
                .println("{\"ticks\": " + now.ticks() + ", \"lastDue\": \"" + Instant.ofEpochSecond(now.lastDue())
                        + "\", \"owner\": \"" + now.owner() + "\", \"missed\": " + now.missed() + ", \"doubled\": "
                        + now.doubled() + "}");
    }
}
