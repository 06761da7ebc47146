package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stateful bean whose reference lies in an HTTP session, through the death of each of three servers. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class StatefulCopiesSystemIT {
    private static final String[] MANAGED = {"server-1", "server-2", "server-3"};
    private static final int TIMES = 30;

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    @TempDir
    Path parent;

    private HttpResponse<String> get(LiveDomain domain, String server, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://" + domain.address(server) + "/basket" + path))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A server that says that the session cannot be had yet is asked again: it has done nothing. */
    private String answer(LiveDomain domain, String server, String path) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> {
                            HttpResponse<String> answer = get(domain, server, path);
                            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503);
                            return answer.statusCode() == 200 ? answer.body().strip() : "";
                        },
                        text -> !text.isEmpty());
    }

    @Test
    void incrementsAreExactThroughTheDeathOfEachServerInTurn() throws Exception {
        WarFile application = WarFile.ofSources("basket", parent.resolve("classes"));
        try (LiveDomain domain = LiveDomain.create(parent, 3)) {
            domain.launch(MANAGED);
            domain.awaitRunning(MANAGED);
            for (String server : MANAGED) {
                domain.deploy(server, "basket", application);
            }
            int expected = 0;
            for (int i = 0; i < MANAGED.length; i++) {
                String server = MANAGED[i];
                for (int n = 0; n < TIMES; n++) {
                    String how = n % 2 == 0 ? "/add" : "/within";
                    assertThat(answer(domain, server, how)).isEqualTo(String.valueOf(++expected));
                }
                domain.signal(server, "KILL");
                domain.process(server).waitFor();
                String next = MANAGED[(i + 1) % MANAGED.length];
                assertThat(answer(domain, next, "/")).startsWith(expected + " " + expected + " true ");
                domain.launch(server);
                domain.awaitRunning(server);
            }
            assertThat(expected).isEqualTo(MANAGED.length * TIMES);
        }
    }

    /** Waits for the start of this process: those before have said that they run, too. */
    private static void startAgain(LiveDomain domain, String server) throws IOException {
        int before = starts(domain, server);
        domain.launch(server);
        await().atMost(Duration.ofSeconds(90)).until(() -> starts(domain, server) > before);
    }

    private static int starts(LiveDomain domain, String server) {
        return domain.output(server).split("KLS-000360", -1).length - 1;
    }

    /**
     * The server that has the bean dies, again and again, while its client goes on with another one at once. {@code -Dkeelson.kills} is the
     * number of deaths.
     */
    @Test
    @Tag("soak")
    @Timeout(value = 90, unit = TimeUnit.MINUTES)
    void incrementsAreExactThroughManyDeaths() throws Exception {
        int kills = Integer.getInteger("keelson.kills", 200);
        WarFile application = WarFile.ofSources("basket", parent.resolve("classes"));
        try (LiveDomain domain = LiveDomain.create(parent, 3)) {
            domain.launch(MANAGED);
            domain.awaitRunning(MANAGED);
            for (String server : MANAGED) {
                domain.deploy(server, "basket", application);
            }
            int expected = 0;
            for (int i = 0; i < kills; i++) {
                String server = MANAGED[i % MANAGED.length];
                for (int n = 0; n < 5; n++) {
                    String how = n % 2 == 0 ? "/add" : "/within";
                    assertThat(answer(domain, server, how)).as("death %d", i).isEqualTo(String.valueOf(++expected));
                }
                domain.signal(server, "KILL");
                domain.process(server).waitFor();
                String next = MANAGED[(i + 1) % MANAGED.length];
                assertThat(answer(domain, next, "/"))
                        .as("death %d", i)
                        .startsWith(expected + " " + expected + " true ");
                startAgain(domain, server);
            }
            System.out.println(kills + " deaths, " + expected + " increments");
        }
    }
}
