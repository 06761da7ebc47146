package io.keelson.ee.batch.night;

import jakarta.annotation.Resource;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.batch.runtime.JobExecution;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;

@WebServlet("/jobs")
public class Night extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private JobOperator injected;

    @Resource
    private DataSource database;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getParameter("what"), request.getParameter("of")));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private Object answer(String what, String of) throws Exception {
        JobOperator operator = BatchRuntime.getJobOperator();
        return switch (what) {
            case "start" -> {
                Properties properties = new Properties();
                properties.setProperty("who", "night");
                yield injected.start(of, properties);
            }
            case "restart" -> operator.restart(Long.parseLong(of), null);
            case "status" -> {
                JobExecution execution = operator.getJobExecution(Long.parseLong(of));
                yield execution.getBatchStatus() + " " + execution.getExitStatus();
            }
            case "steps" ->
                operator.getStepExecutions(Long.parseLong(of)).stream()
                        .map(step -> step.getStepName() + "=" + step.getBatchStatus())
                        .sorted()
                        .toList();
            case "known" ->
                operator.getJobNames().contains(of) + " " + operator.getRunningExecutions(of) + " "
                        + (operator.getJobInstanceCount(of) > 0);
            case "rows" -> rows();
            default -> {
                System.getProperties()
                        .put("keelson.test.loader", new java.lang.ref.WeakReference<>(Night.class.getClassLoader()));
                yield "remembered";
            }
        };
    }

    private String rows() throws Exception {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists night(item varchar(20))");
            try (ResultSet rows = statement.executeQuery("select count(*), count(distinct item) from night")) {
                rows.next();
                String counts = rows.getInt(1) + " " + rows.getInt(2);
                return counts;
            }
        }
    }
}
