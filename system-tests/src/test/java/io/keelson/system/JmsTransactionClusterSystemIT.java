package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions with queues of two members, of which each is killed while transactions end: both queues have a message, or neither. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class JmsTransactionClusterSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    private static final String QUEUES = """

            jms-queues:
              near:
                servers: [server-1]
              far:
                servers: [server-2]
            """;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    @TempDir
    private Path directory;

    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();

    private HttpResponse<String> get(LiveDomain domain, String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://" + domain.address("server-1") + "/pairs" + path))
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String said(LiveDomain domain, String path) throws Exception {
        HttpResponse<String> answer = get(domain, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private List<Thread> traffic(LiveDomain domain) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                while (!stopped.get()) {
                    String text = "m" + next.incrementAndGet();
                    try {
                        if (get(domain, "/send?tx=commit&text=" + text).statusCode() == 200) {
                            acknowledged.add(text);
                        }
                    } catch (IOException e) {
                        Thread.onSpinWait(); // the server is gone for a while: nobody knows what became of it
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private void awaitMore(int more) {
        int before = acknowledged.size();
        await().atMost(Duration.ofSeconds(120)).until(() -> acknowledged.size() > before + more);
    }

    private void take(LiveDomain domain, String queue, Set<String> into) throws Exception {
        HttpResponse<String> answer = get(domain, "/" + queue);
        if (answer.statusCode() == 200 && !answer.body().isEmpty()) {
            for (String each : Arrays.asList(answer.body().split(" "))) {
                assertThat(into.add(each)).as("%s twice in %s", each, queue).isTrue();
            }
        }
    }

    @Test
    void bothQueuesHaveAMessageOrNeither() throws Exception {
        try (LiveDomain domain = LiveDomain.create(directory, 2).configure(yaml -> yaml + QUEUES)) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            domain.deploy("server-1", "pairs", WarFile.ofSources("pairs", directory.resolve("classes")));

            assertThat(said(domain, "/send?tx=commit&text=a")).isEqualTo("a");
            assertThat(said(domain, "/send?tx=rollback&text=b")).isEqualTo("b");
            assertThat(said(domain, "/far")).isEqualTo("a");
            assertThat(said(domain, "/move?tx=rollback")).isEqualTo("a");
            assertThat(said(domain, "/far")).isEmpty();
            assertThat(said(domain, "/move?tx=commit")).isEqualTo("a");
            assertThat(said(domain, "/far")).isEqualTo("a");
            assertThat(said(domain, "/near")).isEmpty();

            List<Thread> senders = traffic(domain);
            awaitMore(100);
            domain.signal("server-2", "KILL"); // the JMS server of the far queue
            awaitMore(100); // another member goes on with it
            domain.forget("server-2");
            domain.launch("server-2");
            domain.awaitRunning("server-2");
            awaitMore(100);
            domain.signal("server-1", "KILL"); // the coordinator
            stopped.set(true);
            for (Thread each : senders) {
                each.join(TimeUnit.SECONDS.toMillis(90));
            }
            domain.forget("server-1");
            domain.launch("server-1");
            domain.awaitRunning("server-1");

            Set<String> near = new TreeSet<>();
            Set<String> far = new TreeSet<>();
            await().atMost(Duration.ofSeconds(120)).untilAsserted(() -> {
                take(domain, "near", near);
                take(domain, "far", far);
                assertThat(near).containsAll(acknowledged);
                assertThat(far).isEqualTo(near);
            });
        }
    }
}
