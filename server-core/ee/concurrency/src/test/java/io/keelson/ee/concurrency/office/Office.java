package io.keelson.ee.concurrency.office;

import static jakarta.enterprise.concurrent.ContextServiceDefinition.ALL_REMAINING;
import static jakarta.enterprise.concurrent.ContextServiceDefinition.APPLICATION;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ContextServiceDefinition;
import jakarta.enterprise.concurrent.LastExecution;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedExecutors;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedTaskListener;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.concurrent.ManagedThreadFactoryDefinition;
import jakarta.enterprise.concurrent.SkippedException;
import jakarta.enterprise.concurrent.Trigger;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.InitialContext;
import javax.naming.NamingException;

@WebServlet("/do")
@ContextServiceDefinition(
        name = "java:app/office/tenants",
        propagated = {APPLICATION, "Tenant"},
        cleared = ALL_REMAINING)
@ContextServiceDefinition(
        name = "java:app/office/bare",
        cleared = {APPLICATION, "Tenant"},
        unchanged = "Transaction",
        propagated = ALL_REMAINING)
@ManagedExecutorDefinition(
        name = "java:app/office/limited",
        context = "java:app/office/tenants",
        maxAsync = 2,
        qualifiers = Limited.class)
@ManagedExecutorDefinition(name = "java:module/office/light", virtual = true)
@ManagedThreadFactoryDefinition(name = "java:module/office/threads", priority = 4)
@ManagedThreadFactoryDefinition(name = "java:module/office/lightThreads", virtual = true)
public class Office extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private ManagedExecutorService executor;

    @Resource
    private ManagedScheduledExecutorService scheduled;

    @Resource
    private ContextService contexts;

    @Resource(lookup = "java:module/office/threads")
    private ManagedThreadFactory threads;

    @Resource
    private UserTransaction transaction;

    @Inject
    private ManagedExecutorService injected;

    @Inject
    @Limited
    private ManagedExecutorService limited;

    @Inject
    private Desk desk;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getParameter("what"), request));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static String module() {
        try {
            return InitialContext.doLookup("java:module/ModuleName");
        } catch (NamingException e) {
            return "no module";
        }
    }

    private Object answer(String what, HttpServletRequest request) throws Exception {
        return switch (what) {
            case "context" ->
                executor.submit(() -> module() + " "
                                + (Thread.currentThread().getContextClassLoader() == Office.class.getClassLoader()))
                        .get();
            case "injected" ->
                injected.submit(Office::module).get() + " "
                        + limited.submit(Office::module).get();
            case "lookup" ->
                InitialContext.<ManagedExecutorService>doLookup("java:comp/DefaultManagedExecutorService")
                        .supplyAsync(Office::module)
                        .thenApplyAsync(name -> name + "+" + module())
                        .get();
            case "lifecycle" -> {
                executor.shutdownNow();
                yield "shut down";
            }
            case "tenants" -> tenants();
            case "limit" -> limit();
            case "listener" -> listener();
            case "cancel" -> cancel();
            case "transaction" -> transaction();
            case "bare" -> bare();
            case "trigger" -> trigger();
            case "skip" -> skip();
            case "rate" -> rate();
            case "any" ->
                executor.invokeAny(List.of(
                        () -> {
                            throw new IllegalStateException("first");
                        },
                        () -> "second"));
            case "threads" -> threads();
            case "virtual" -> {
                ManagedExecutorService light = InitialContext.doLookup("java:module/office/light");
                ManagedThreadFactory factory = InitialContext.doLookup("java:module/office/lightThreads");
                java.util.concurrent.atomic.AtomicReference<String> made =
                        new java.util.concurrent.atomic.AtomicReference<>();
                Thread thread = factory.newThread(() -> made.set(isVirtual() + " " + module()));
                thread.start();
                thread.join();
                yield light.submit(() -> isVirtual() + " " + module()).get() + ", " + made.get();
            }
            case "proxy" -> proxy();
            case "later" ->
                desk.later(Thread.currentThread())
                        .thenApply(x -> x + " " + module())
                        .get();
            case "fails" ->
                desk.fails()
                        .handle((x, e) -> e.getClass().getSimpleName() + " " + e.getMessage())
                        .get();
            case "wrong" -> desk.wrong();
            case "joining" -> desk.joining();
            case "thrice" -> desk.thrice().get(30, TimeUnit.SECONDS);
            case "beat" -> {
                desk.everySecond();
                yield "beats";
            }
            case "sleep" -> {
                CountDownLatch begun = new CountDownLatch(1);
                executor.execute(() -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        System.setProperty("keelson.test.interrupted", "true");
                    }
                });
                scheduled.scheduleAtFixedRate(
                        () -> System.setProperty("keelson.test.rate", "x"), 0, 5, TimeUnit.MILLISECONDS);
                begun.await();
                yield "sleeps";
            }
            case "remember" -> {
                System.getProperties()
                        .put("keelson.test.loader", new java.lang.ref.WeakReference<>(Office.class.getClassLoader()));
                yield "remembered";
            }
            default -> "?";
        };
    }

    /** As JDK 21 has it; the test is compiled for 17. */
    private static boolean isVirtual() {
        try {
            return (Boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
        } catch (ReflectiveOperationException before) {
            return false;
        }
    }

    private String tenants() throws Exception {
        Tenant.CURRENT.set("acme");
        try {
            Future<String> here = limited.submit(() -> Tenant.CURRENT.get());
            CompletableFuture<String> stage = limited.completedFuture("x").thenApplyAsync(x -> Tenant.CURRENT.get());
            ContextService bare = InitialContext.doLookup("java:app/office/bare");
            String cleared = bare.contextualSupplier(Tenant.CURRENT::get).get();
            return here.get() + " " + stage.get() + " " + cleared + " " + Tenant.CURRENT.get();
        } finally {
            Tenant.CURRENT.remove();
        }
    }

    private String limit() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch two = new CountDownLatch(2);
        List<Callable<String>> tasks = Collections.nCopies(8, () -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            two.countDown();
            two.await();
            now.decrementAndGet();
            return "done";
        });
        for (Future<String> each : limited.invokeAll(tasks)) {
            each.get();
        }
        return "most " + most.get();
    }

    private static final class Diary implements ManagedTaskListener {
        private final List<String> entries = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch done = new CountDownLatch(1);

        @Override
        public void taskSubmitted(Future<?> future, ManagedExecutorService executor, Object task) {
            entries.add("submitted");
        }

        @Override
        public void taskAborted(Future<?> future, ManagedExecutorService executor, Object task, Throwable exception) {
            entries.add("aborted " + exception.getClass().getSimpleName());
        }

        @Override
        public void taskDone(Future<?> future, ManagedExecutorService executor, Object task, Throwable exception) {
            entries.add("done " + (exception == null ? "" : exception.getClass().getSimpleName()) + module());
            done.countDown();
        }

        @Override
        public void taskStarting(Future<?> future, ManagedExecutorService executor, Object task) {
            entries.add("starting " + module());
        }
    }

    private String listener() throws Exception {
        Diary diary = new Diary();
        executor.submit(ManagedExecutors.managedTask(() -> diary.entries.add("runs"), diary));
        diary.done.await();
        return String.join(", ", diary.entries);
    }

    private String cancel() throws Exception {
        Diary diary = new Diary();
        CountDownLatch begun = new CountDownLatch(1);
        Future<?> future = executor.submit(ManagedExecutors.managedTask(
                () -> {
                    begun.countDown();
                    return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                },
                diary));
        begun.await();
        future.cancel(true);
        diary.done.await();
        return diary.entries.get(2) + ", " + diary.entries.get(3) + ", " + future.isCancelled();
    }

    private String transaction() throws Exception {
        transaction.begin();
        try {
            int there = executor.submit(transaction::getStatus).get();
            int inline = contexts.contextualSupplier(this::status).get();
            return there + " " + inline + " " + transaction.getStatus();
        } finally {
            transaction.rollback();
        }
    }

    private Integer status() {
        try {
            transaction.begin(); // left open: rolled back, and the caller's is there again
            return transaction.getStatus();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String bare() throws Exception {
        ContextService bare = InitialContext.doLookup("java:app/office/bare");
        Executor inContext = contexts.currentContextExecutor();
        String[] answers = new String[3];
        bare.contextualRunnable(() -> {
                    answers[0] = module();
                    inContext.execute(() -> answers[1] = module());
                })
                .run();
        answers[2] = module();
        return String.join(", ", answers);
    }

    private record Twice(List<Object> results) implements Trigger {
        @Override
        public Date getNextRunTime(LastExecution last, Date submitted) {
            if (last != null) {
                results.add(last.getResult());
                results.add(!last.getRunEnd().before(last.getRunStart()));
            }
            return results.size() < 4 ? new Date() : null;
        }

        @Override
        public boolean skipRun(LastExecution last, Date due) {
            return false;
        }
    }

    private record Skipping() implements Trigger {
        @Override
        public Date getNextRunTime(LastExecution last, Date submitted) {
            return last == null ? new Date() : null;
        }

        @Override
        public boolean skipRun(LastExecution last, Date due) {
            return true;
        }
    }

    /** Twice, with the result of the first. */
    private String trigger() throws Exception {
        List<Object> results = Collections.synchronizedList(new ArrayList<>());
        ScheduledFuture<String> future = scheduled.schedule(() -> "run in " + module(), new Twice(results));
        String result = future.get();
        while (!future.isDone()) {
            Thread.onSpinWait();
        }
        return result + " " + results;
    }

    private String skip() throws Exception {
        ScheduledFuture<String> future = scheduled.schedule(() -> "never", new Skipping());
        try {
            return future.get();
        } catch (SkippedException e) {
            return "skipped";
        }
    }

    private String rate() throws Exception {
        CountDownLatch thrice = new CountDownLatch(3);
        ScheduledFuture<?> future = scheduled.scheduleAtFixedRate(thrice::countDown, 0, 1, TimeUnit.MILLISECONDS);
        thrice.await();
        try {
            future.get(1, TimeUnit.MILLISECONDS);
            return "ended";
        } catch (TimeoutException e) {
            future.cancel(false);
            return "repeats " + future.isCancelled();
        }
    }

    private String threads() throws Exception {
        String[] answers = new String[1];
        Thread thread =
                threads.newThread(() -> answers[0] = module() + " " + ManagedExecutors.isCurrentThreadShutdown());
        thread.start();
        thread.join();
        ForkJoinPool pool = new ForkJoinPool(1, threads, null, false);
        try {
            return answers[0] + " " + thread.getPriority() + " "
                    + pool.submit(Office::module).get();
        } finally {
            pool.shutdown();
            pool.awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    @SuppressWarnings("unchecked")
    private String proxy() throws Exception {
        Callable<String> proxy = contexts.createContextualProxy((Callable<String>) Office::module, Callable.class);
        String[] answers = new String[1];
        Thread foreign = new Thread(() -> {
            try {
                answers[0] = proxy.call();
            } catch (Exception e) {
                answers[0] = e.toString();
            }
        });
        foreign.setContextClassLoader(null);
        foreign.start();
        foreign.join();
        String wrong;
        try {
            wrong = contexts.createContextualProxy((Object) "text", Runnable.class)
                    .toString();
        } catch (IllegalArgumentException | ClassCastException e) {
            wrong = e.getClass().getSimpleName();
        }
        return answers[0] + " " + contexts.getExecutionProperties(proxy) + " " + wrong;
    }
}
