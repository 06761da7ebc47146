package io.keelson.ee.concurrency.office;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.InitialContext;

/** Uses executors of the domain. */
@WebServlet("/do")
public class Branch extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "concurrent/imports")
    private transient ManagedExecutorService imports;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter().print(answer(request.getParameter("what")));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private String answer(String what) throws Exception {
        return switch (what) {
            case "module" -> imports.submit(Branch::module).get();
            case "same" -> String.valueOf(imports == InitialContext.<Object>doLookup("concurrent/imports"));
            case "most" -> most(imports, 6);
            case "shared" -> most(InitialContext.doLookup("work/shared"), 6);
            case "scheduled" -> {
                ManagedScheduledExecutorService nightly = InitialContext.doLookup("concurrent/nightly");
                yield nightly.schedule(Branch::module, 1, TimeUnit.MILLISECONDS).get();
            }
            case "threads" -> {
                ManagedThreadFactory threads = InitialContext.doLookup("concurrent/pumps");
                Thread thread = threads.newThread(() -> {});
                yield thread.getPriority() + " " + thread.getName();
            }
            case "plain" -> {
                ManagedExecutorService bare = InitialContext.doLookup("concurrent/bare");
                yield bare.submit(Branch::module).get();
            }
            case "service" -> {
                ContextService plain = InitialContext.doLookup("concurrent/plain");
                yield plain.contextualCallable(Branch::module).call();
            }
            case "fail" -> {
                try {
                    imports.submit(() -> {
                                throw new IllegalStateException("no paper");
                            })
                            .get();
                    yield "no failure";
                } catch (java.util.concurrent.ExecutionException e) {
                    yield String.valueOf(e.getCause().getMessage());
                }
            }
            default -> InitialContext.doLookup(what).getClass().getSimpleName();
        };
    }

    private static String module() {
        try {
            return InitialContext.doLookup("java:module/ModuleName");
        } catch (javax.naming.NamingException e) {
            return "no module";
        }
    }

    /** Holds tasks until as many run as can, which the last task to be begun sees. */
    private static String most(ManagedExecutorService executor, int tasks) throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch two = new CountDownLatch(2);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            all.add(executor.submit(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                two.countDown();
                two.await(20, TimeUnit.SECONDS);
                running.decrementAndGet();
                return "";
            }));
        }
        for (Future<?> each : all) {
            each.get();
        }
        return "most " + most.get();
    }
}
