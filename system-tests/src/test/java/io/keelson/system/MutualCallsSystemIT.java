package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers of two threads each that call one another: all threads of the one wait for the other, which calls back. A
 * minimum of threads for what is called back lets them come out of it.
 */
class MutualCallsSystemIT {
    private static final String[] TWO_THREADS = {
        "-Dkeelson.servers.AdminServer.self-tuning-thread-pool-size-min=2",
        "-Dkeelson.servers.AdminServer.self-tuning-thread-pool-size-max=2"
    };
    private static final String LEAF_HAS_A_THREAD = """
            <servlet-descriptor><servlet-name>leaf</servlet-name><dispatch-policy>leaf</dispatch-policy></servlet-descriptor>
            <work-manager><name>leaf</name>
              <min-threads-constraint><name>least</name><count>1</count></min-threads-constraint>
            </work-manager>
            """;
    private static final String LEAF =
            "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\"><servlet>"
                    + "<servlet-name>leaf</servlet-name><servlet-class>load.Load</servlet-class></servlet><servlet-mapping>"
                    + "<servlet-name>leaf</servlet-name><url-pattern>/back</url-pattern></servlet-mapping></web-app>";

    @TempDir
    Path directory;

    private static void deploy(LiveServer server, WarFile load, String weblogic) throws Exception {
        byte[] war = load.copy()
                .text("WEB-INF/web.xml", LEAF)
                .text("WEB-INF/weblogic.xml", "<weblogic-web-app>" + weblogic + "</weblogic-web-app>")
                .packed();
        HttpResponse<String> answer = server.manage("PUT", "deployments/load", war);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    @Test
    void aMinimumOfThreadsForWhatIsCalledBackPreventsTheDeadlock() throws Exception {
        WarFile load = WarFile.ofSources("load", directory.resolve("classes"));
        try (LiveServer one = LiveServer.start(Files.createDirectories(directory.resolve("one")), TWO_THREADS);
                LiveServer other = LiveServer.start(Files.createDirectories(directory.resolve("other")), TWO_THREADS)) {
            deploy(one, load, LEAF_HAS_A_THREAD);
            deploy(other, load, "");
            assertThat(call(one, other, Duration.ofSeconds(60))).isEqualTo(8);

            // Without it the same calls hold one another, so what was seen above is its doing.
            deploy(one, load, "");
            assertThat(call(one, other, Duration.ofSeconds(3))).isLessThan(8);
        }
    }

    /** Eight calls at a time of the one server, which asks the other, which asks the first; returns how many were answered. */
    private static int call(LiveServer one, LiveServer other, Duration patience) throws Exception {
        String back = "http://" + one.address() + "/load/back?millis=10";
        String there = "http://" + other.address() + "/load/hold/?call=" + encoded(back);
        String path = "/load/hold/?call=" + encoded(there);
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                calls.add(callers.submit((Callable<Integer>) () -> one.get(path).statusCode()));
            }
            long end = System.nanoTime() + patience.toNanos();
            int answered = 0;
            for (Future<Integer> call : calls) {
                try {
                    answered += call.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS) == 200 ? 1 : 0;
                } catch (TimeoutException e) {
                    call.cancel(true);
                }
            }
            return answered;
        } finally {
            callers.shutdownNow();
        }
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
    }
}
