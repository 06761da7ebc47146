package io.keelson.ee.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Redeployments of an application that sends all signals leave no loader and no thread, and nothing is lost. */
@Timeout(900)
class RedeployedTelemetryIT {
    private static final int TIMES = 10;
    private static final int MANY = 50;

    @TempDir
    Path directory;

    @Test
    void redeploymentsAreFlat() throws Exception {
        redeploy(TIMES);
    }

    @Test
    @Tag("soak")
    void soAreMany() throws Exception {
        redeploy(MANY);
    }

    private void redeploy(int times) throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        try (Collector collector = new Collector();
                TestServer server = TestServer.start()) {
            HttpClient client = HttpClient.newHttpClient();
            Path war = TelemetryIT.shop(TelemetryIT.sendingTo(collector)).write(directory.resolve("shop.war"));
            for (int i = 0; i < times; i++) {
                server.service(Deployer.class).deploy("shop", war, null);
                assertThat(get(client, server, "/shop/api/orders/7")).isEqualTo(200);
                assertThat(get(client, server, "/shop/api/orders/asking")).isEqualTo(200);
                assertThat(get(client, server, "/shop/api/orders/asking-later")).isEqualTo(200);
                assertThat(get(client, server, "/shop/api/orders/later")).isEqualTo(200);
                assertThat(get(client, server, "/shop/api/orders/failing")).isEqualTo(500);
                assertThat(get(client, server, "/shop/api/orders/careless")).isEqualTo(200);
                assertThat(get(client, server, "/shop/api/orders/global")).isEqualTo(200);
                loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
            }
            server.service(Deployer.class).undeploy("shop");

            assertThat(collector.spans.stream().filter(span -> span.getName().equals("GET /shop/api/orders/{number}")))
                    .hasSize(times);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                            .extracting(Thread::getName)
                            .noneMatch(name -> name.startsWith("Batch") || name.startsWith("PeriodicMetricReader")));
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                System.gc();
                assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                        .isEmpty();
            });
        }
    }

    private static int get(HttpClient client, TestServer server, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }
}
