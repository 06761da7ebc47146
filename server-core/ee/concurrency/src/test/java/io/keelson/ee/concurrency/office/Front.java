package io.keelson.ee.concurrency.office;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Uses executors whose context service another module of the application defines. */
@WebServlet("/do")
@ManagedExecutorDefinition(name = "java:module/front/executor", context = "java:app/back/tenants")
public class Front extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:module/front/executor")
    private transient ManagedExecutorService own;

    /** Executor that application.xml defines. */
    @Inject
    @Limited
    private transient ManagedExecutorService common;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter().print(tenant(own, "acme") + " " + tenant(common, "others"));
        } catch (ExecutionException | InterruptedException e) {
            response.getWriter().print(e);
        }
    }

    /** Returns the tenant that a task sees. */
    private static String tenant(ManagedExecutorService executor, String tenant)
            throws ExecutionException, InterruptedException {
        Tenant.CURRENT.set(tenant);
        try {
            return executor.submit(Tenant.CURRENT::get).get();
        } finally {
            Tenant.CURRENT.remove();
        }
    }
}
