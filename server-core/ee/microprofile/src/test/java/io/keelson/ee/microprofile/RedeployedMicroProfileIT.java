package io.keelson.ee.microprofile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.microprofile.described.Article;
import io.keelson.ee.microprofile.described.ArticleResource;
import io.keelson.ee.microprofile.described.StoreApi;
import io.keelson.ee.microprofile.shop.Alive;
import io.keelson.ee.microprofile.shop.Checks;
import io.keelson.ee.microprofile.shop.ToleranceServlet;
import io.keelson.ee.microprofile.shop.Tolerant;
import io.keelson.ee.microprofile.shop.TolerantSession;
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

/** Redeployments of an application that uses all APIs leave no loader and no thread. */
@Timeout(900)
class RedeployedMicroProfileIT {
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
        try (TestServer server = TestServer.start()) {
            Path war = MicroProfileIT.configured()
                    .classes(Checks.class, Alive.class, ToleranceServlet.class, Tolerant.class, TolerantSession.class)
                    .classes(StoreApi.class, ArticleResource.class, Article.class)
                    .write(directory.resolve("shop.war"));
            for (int i = 0; i < times; i++) {
                server.service(Deployer.class).deploy("shop", war, null);
                use(server);
                loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
            }
            server.service(Deployer.class).undeploy("shop");
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("SmallRye"));
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                System.gc();
                assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                        .isEmpty();
            });
        }
    }

    private static void use(TestServer server) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        assertThat(get(client, server, "/shop/config").body()).startsWith("pens|12");
        assertThat(get(client, server, "/health/ready").statusCode()).isEqualTo(200);
        assertThat(get(client, server, "/shop/tolerance/retried").body()).isEqualTo("after 4");
        assertThat(get(client, server, "/shop/tolerance/slow").body()).isEqualTo("late");
        assertThat(get(client, server, "/shop/tolerance/later").body()).endsWith("of shop");
        assertThat(get(client, server, "/openapi").body()).contains("/api/articles");
        assertThat(get(client, server, "/shop/openapi").body()).contains("/api/articles");
        assertThat(get(client, server, "/shop/tolerance/remember").body()).isEqualTo("remembered");
    }

    private static HttpResponse<String> get(HttpClient client, TestServer server, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
