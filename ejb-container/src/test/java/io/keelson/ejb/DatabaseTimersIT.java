package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.burst.Alarms;
import io.keelson.ejb.burst.BurstServlet;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Database;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Persistent timers of a server that keeps them in a database. */
@Timeout(120)
class DatabaseTimersIT {
    private static final String LIVE = "select count(*) from keelson_timers where content is not null";

    @TempDir
    Path directory;

    private static String get(TestServer server, String call) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri("/burst/burst/" + call))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private Path war() throws Exception {
        return new Archives().war(Alarms.class, BurstServlet.class).write(directory.resolve("burst.war"));
    }

    @Test
    void timersAreRowsOfTheDatabaseUntilTheyHaveFired() throws Exception {
        try (Database database = Database.open()) {
            String yaml = database.domain() + "enterprise-beans:\n  timer-store: jdbc\n  timer-data-source: shop\n";
            try (TestServer server = TestServer.builder().yaml(yaml).start()) {
                server.service(Deployer.class).deploy("burst", war(), null);
                get(server, "persistent/100/0");
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> get(server, "fired").startsWith("100 100 0 "));
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> database.rows(LIVE).equals(List.of("0")));
                get(server, "persistent/3/3600000");
                assertThat(database.rows(LIVE)).containsExactly("3");
            }
            try (TestServer again = TestServer.builder().yaml(yaml).start()) {
                again.service(Deployer.class).deploy("burst", war(), null);
                assertThat(get(again, "cancel")).isEqualTo("3");
                assertThat(database.rows(LIVE)).containsExactly("0");
            }
        }
    }

    @Test
    void aDatabaseThatIsNotNamedOrNotThereIsSaidAtTheDeployment() throws Exception {
        for (String more : new String[] {"", "\n  timer-data-source: none"}) {
            String yaml = "name: test\nservers:\n  AdminServer:\n    listen-port: 0\n"
                    + "enterprise-beans:\n  timer-store: jdbc" + more + "\n";
            try (TestServer server = TestServer.builder().yaml(yaml).start()) {
                assertThatThrownBy(() -> server.service(Deployer.class).deploy("burst", war(), null))
                        .hasStackTraceContaining(more.isEmpty() ? "timer-data-source" : "'none'");
            }
        }
    }
}
