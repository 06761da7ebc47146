package io.keelson.ejb.burst;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Makes many timers: {@code /burst/COMMAND/COUNT}. */
@WebServlet("/burst/*")
public class BurstServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** Timers are made in transactions of so many. */
    private static final int CHUNK = 500;

    @EJB
    private transient Alarms alarms;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] words = request.getPathInfo().substring(1).split("/");
        int count = words.length > 1 ? Integer.parseInt(words[1]) : 0;
        switch (words[0]) {
            case "volatile", "persistent" -> {
                reset();
                long due = System.currentTimeMillis() + Long.parseLong(words[2]);
                for (int from = 0; from < count; from += CHUNK) {
                    alarms.make(from, Math.min(count, from + CHUNK), due, words[0].equals("persistent"));
                }
                response.getWriter().print(due - System.currentTimeMillis());
            }
            case "intervals" -> {
                reset();
                long begin = System.currentTimeMillis() + 1_000;
                for (int from = 0; from < count; from += CHUNK) {
                    alarms.everySecond(from, Math.min(count, from + CHUNK), begin);
                }
            }
            case "cancel" -> response.getWriter().print(alarms.cancel());
            default -> {
                long twice = Alarms.FIRED.values().stream()
                        .filter(each -> each.get() > 1)
                        .count();
                response.getWriter()
                        .print(Alarms.COUNT.get() + " " + Alarms.FIRED.size() + " " + twice + " "
                                + TimeUnit.NANOSECONDS.toMillis(Alarms.LAST.get() - Alarms.FIRST.get()));
            }
        }
    }

    private static void reset() {
        Alarms.FIRED.clear();
        Alarms.COUNT.set(0);
        Alarms.FIRST.set(0);
        Alarms.LAST.set(0);
    }
}
