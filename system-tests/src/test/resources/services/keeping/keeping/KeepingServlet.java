package keeping;

import jakarta.annotation.Resource;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;

/** {@code /box} writes and reads an entity; {@code /start}, {@code /restart?id=} and {@code /job?id=} are of the job. */
@WebServlet({"/box", "/start", "/restart", "/job"})
public class KeepingServlet extends HttpServlet {
    static final List<Integer> OPENED = new CopyOnWriteArrayList<>();
    static final List<Object> WRITTEN = new CopyOnWriteArrayList<>();

    @PersistenceContext
    private EntityManager entities;

    @Resource
    private UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setContentType("text/plain");
        response.getWriter().print(answer(request));
    }

    private String answer(HttpServletRequest request) throws ServletException {
        JobOperator jobs = BatchRuntime.getJobOperator();
        switch (request.getServletPath()) {
            case "/start":
                return String.valueOf(jobs.start("numbers", new Properties()));
            case "/restart":
                return String.valueOf(jobs.restart(Long.parseLong(request.getParameter("id")), new Properties()));
            case "/job":
                return jobs.getJobExecution(Long.parseLong(request.getParameter("id")))
                                .getBatchStatus() + " " + OPENED + " " + WRITTEN;
            default:
                return box();
        }
    }

    private String box() throws ServletException {
        try {
            transaction.begin();
            Crate crate = new Crate();
            crate.id = 1;
            crate.box = new Box(7, new ArrayList<>(List.of("a", "b")));
            entities.persist(crate);
            transaction.commit();
            transaction.begin();
            Box kept = entities.find(Crate.class, 1).box;
            transaction.commit();
            return kept.number + " " + kept.words;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }
}
