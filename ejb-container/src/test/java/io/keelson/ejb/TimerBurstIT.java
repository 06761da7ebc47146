package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.burst.Alarms;
import io.keelson.ejb.burst.BurstServlet;
import io.keelson.ejb.fixture.Archives;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thousands of timers on one server. The times are printed; what is judged are counts. */
@Timeout(300)
class TimerBurstIT {
    @TempDir
    Path directory;

    private TestServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = TestServer.start();
        server.service(Deployer.class)
                .deploy(
                        "burst",
                        new Archives().war(Alarms.class, BurstServlet.class).write(directory.resolve("burst.war")),
                        null);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private String get(String call) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri("/burst/burst/" + call))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @CsvSource({"volatile, 10000, 4000", "persistent, 2000, 4000"})
    void timersThatAreDueAtOnceFireOnceEach(String kind, int count, long delay) throws Exception {
        String left = get(kind + "/" + count + "/" + delay);

        await().atMost(Duration.ofSeconds(120)).until(() -> get("fired").startsWith(count + " "));

        String[] fired = get("fired").split(" ");
        System.out.println(count + " " + kind + " timers, made " + left + " ms before they were due: first to last "
                + fired[3] + " ms");
        assertThat(fired).startsWith(String.valueOf(count), String.valueOf(count), "0");
        assertThat(get("cancel")).isEqualTo("0");
    }

    @Test
    void fiveThousandTimersOfASecondEachGoOnAndEnd() throws Exception {
        int timers = 5_000;
        get("intervals/" + timers);

        await().atMost(Duration.ofSeconds(120))
                .until(() -> Integer.parseInt(get("fired").split(" ")[0]) >= 4 * timers);

        String[] fired = get("fired").split(" ");
        System.out.println(fired[0] + " firings of " + timers + " timers in " + fired[3] + " ms");
        assertThat(fired[1]).isEqualTo(String.valueOf(timers));
        assertThat(get("cancel")).isEqualTo(String.valueOf(timers));
        assertThat(get("cancel")).isEqualTo("0");
    }
}
