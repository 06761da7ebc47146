package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JMS in a server's process: names, what applications define, transactions, and a server that is killed while applications send. */
class JmsSystemIT {
    private static final String QUEUES = """
            jms-queues:
              letters:
                redelivery-limit: 2
                error-destination: undeliverable
              undeliverable: {}
            """;

    @TempDir
    private Path directory;

    private LiveServer started() throws Exception {
        LiveServer server = LiveServer.create(directory).configure(QUEUES);
        server.launch();
        server.awaitRunning();
        server.deploy("letters", WarFile.ofSources("letters", directory.resolve("classes")));
        return server;
    }

    private static String said(LiveServer server, String path) throws Exception {
        HttpResponse<String> answer = server.get("/letters" + path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void anApplicationSendsAndReceivesWithinAndOutsideOfTransactions() throws Exception {
        try (LiveServer server = started()) {
            assertThat(said(server, "/send?text=a")).isEqualTo("sent a");
            assertThat(said(server, "/send?text=b&tx=rollback")).isEqualTo("sent b");
            assertThat(said(server, "/send?text=c&tx=commit")).isEqualTo("sent c");
            assertThat(said(server, "/send?text=own&own=true")).isEqualTo("sent own");
            assertThat(said(server, "/receive?most=9&tx=rollback")).isEqualTo("a c");
            assertThat(said(server, "/receive?most=9&tx=rollback")).isEqualTo("a! c!");
            assertThat(said(server, "/receive?most=9&tx=rollback")).isEqualTo("a! c!");
            assertThat(said(server, "/receive?most=9")).isEmpty();
            server.awaitSaid("KLS-040124");
            assertThat(said(server, "/receive?most=9&own=true")).isEqualTo("own");
            assertThat(said(server, "/injected?text=d&tx=rollback")).isEqualTo("refused");
            assertThat(said(server, "/injected?text=e&tx=commit")).isEqualTo("refused");
            assertThat(said(server, "/injected?text=f")).isEqualTo("refused");
            assertThat(said(server, "/receive?most=9").split(" "))
                    .containsExactlyInAnyOrder("e", "e-other", "f", "f-other");
            assertThat(server.cli("runtime", "jms-destinations").text()).contains("letters", "undeliverable");
        }
    }

    private static String jms(LiveServer server, int exit, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("jms"));
        command.addAll(List.of(words));
        LiveServer.Said said = server.cli(command.toArray(String[]::new));
        assertThat(said.exit()).as(said.text()).isEqualTo(exit);
        return said.text();
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void operatorsBrowsePauseMoveAndDelete() throws Exception {
        try (LiveServer server = started()) {
            assertThat(jms(server, 0, "list")).as("nobody has used it").contains("letters", "undeliverable");
            for (String text : List.of("a", "b", "c")) {
                assertThat(said(server, "/send?text=" + text)).isEqualTo("sent " + text);
            }
            assertThat(jms(server, 0, "list")).contains("letters", "undeliverable", "active");
            assertThat(jms(server, 0, "browse", "letters", "--count", "2")).contains("a", "b");
            assertThat(jms(server, 0, "export", "letters", "--json"))
                    .contains("\"kind\":\"text\"", "\"body\":\"c\"", "\"ready\":3");
            assertThat(jms(server, 0, "save", "letters", "--file", "letters-1")).contains("3", "saved as letters-1");
            assertThat(jms(server, 1, "save", "letters", "--file", "letters-1")).contains("already");
            assertThat(jms(server, 1, "save", "letters", "--file", "../letters"))
                    .contains("'file' is a name");
            assertThat(jms(server, 0, "connections", "--json")).contains("\"connections\":[", "\"consumers\":[");
            assertThat(jms(server, 1, "browse", "lettres")).contains("did you mean letters");
            assertThat(jms(server, 1, "browse", "letters", "--selector", "JMSPriority >"))
                    .contains("column");
            assertThat(jms(server, 1, "browse", "letters", "--count", "0")).contains("from 1 to 10000");

            assertThat(jms(server, 0, "pause", "letters", "--what", "consumption"))
                    .contains("paused: consumption");
            assertThat(said(server, "/receive?most=9")).isEmpty();
            assertThat(jms(server, 0, "list")).contains("consumption paused");
            assertThat(jms(server, 0, "resume", "letters")).contains("goes on");

            assertThat(jms(server, 1, "move", "letters", "--to", "undeliverable"))
                    .contains("move 3 messages", "--yes true");
            assertThat(jms(server, 1, "move", "letters", "--to", "nowhere")).contains("no destination 'nowhere'");
            assertThat(jms(server, 0, "move", "letters", "--to", "undeliverable", "--yes", "true"))
                    .contains("3", "moved to undeliverable");
            assertThat(said(server, "/receive?most=9")).isEmpty();
            assertThat(jms(server, 0, "delete", "undeliverable", "--selector", "JMSPriority = 9", "--yes", "true"))
                    .contains("0");
            assertThat(jms(server, 0, "delete", "undeliverable", "--yes", "true"))
                    .contains("3", "deleted");
            assertThat(jms(server, 0, "browse", "undeliverable", "--json")).contains("\"messages\":[]");
            assertThat(jms(server, 0, "load", "undeliverable", "--file", "letters-1"))
                    .contains("3", "sent from letters-1");
            assertThat(jms(server, 0, "browse", "undeliverable", "--json")).contains("\"ready\":3", "\"body\":\"c\"");
        }
    }

    @Test
    @Timeout(value = 4, unit = TimeUnit.MINUTES)
    void whatWasAcknowledgedOutlivesAServerThatIsKilled() throws Exception {
        try (LiveServer server = started()) {
            Set<String> acknowledged = new ConcurrentSkipListSet<>();
            AtomicInteger failed = new AtomicInteger();
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = "s" + i;
                Thread sender = new Thread(() -> {
                    try {
                        for (int n = 0; n < 10_000; n++) {
                            String text = name + "-" + n;
                            if (server.get("/letters/send?text=" + text).statusCode() == 200) {
                                acknowledged.add(text);
                            }
                        }
                    } catch (Exception e) {
                        failed.incrementAndGet(); // the server is gone
                    }
                });
                sender.start();
                senders.add(sender);
            }
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> acknowledged.size() > 200);
            server.kill();
            for (Thread each : senders) {
                each.join();
            }
            assertThat(failed).hasValue(4);
            server.restart();
            List<String> received = new ArrayList<>();
            while (true) {
                String more = said(server, "/receive?most=500");
                if (more.isEmpty()) {
                    break;
                }
                received.addAll(Arrays.asList(more.split(" ")));
            }
            assertThat(received).as("marked, as nobody knows").allMatch(each -> each.endsWith("!"));
            Set<String> found = new TreeSet<>();
            for (String each : received) {
                assertThat(found.add(each.substring(0, each.length() - 1)))
                        .as("once: " + each)
                        .isTrue();
            }
            assertThat(found).containsAll(acknowledged);
        }
    }
}
