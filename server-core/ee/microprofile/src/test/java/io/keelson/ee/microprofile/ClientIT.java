package io.keelson.ee.microprofile;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ee.microprofile.shop.AddingFilter;
import io.keelson.ee.microprofile.shop.AskingResource;
import io.keelson.ee.microprofile.shop.Price;
import io.keelson.ee.microprofile.shop.PriceMissing;
import io.keelson.ee.microprofile.shop.PriceResource;
import io.keelson.ee.microprofile.shop.Prices;
import io.keelson.ee.microprofile.shop.ShopApi;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients of REST by interfaces in applications on a whole server. */
@Timeout(300)
class ClientIT {
    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static TestArchive shop(String more) {
        return new TestArchive()
                .classes(
                        ShopApi.class,
                        AskingResource.class,
                        PriceResource.class,
                        Prices.class,
                        Price.class,
                        PriceMissing.class,
                        AddingFilter.class)
                .text(
                        "WEB-INF/classes/META-INF/microprofile-config.properties",
                        "prices/mp-rest/url=" + server.uri("/shop/api") + "\n" + more);
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private String get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void anInterfaceIsInjectedAndCalled() throws Exception {
        deploy("shop", shop(""));

        assertThat(get("/shop/api/ask/sync")).isEqualTo("Price[name=pen, cents=120] Price[name=ink, cents=6]");
    }

    @Test
    void anAnswerMayComeLater() throws Exception {
        deploy("shop", shop(""));

        assertThat(get("/shop/api/ask/later")).isEqualTo("Price[name=pen, cents=120] true");
    }

    @Test
    void failuresAreMappedToExceptions() throws Exception {
        deploy("shop", shop(""));

        assertThat(get("/shop/api/ask/missing")).isEqualTo("missing: no ruler");
    }

    @Test
    void headersAreAddedAndPassedOn() throws Exception {
        deploy(
                "shop",
                shop("org.eclipse.microprofile.rest.client.propagateHeaders=X-Trace\n" + "prices/mp-rest/providers="
                        + AddingFilter.class.getName() + "\n"));

        assertThat(get("/shop/api/ask/headers", "X-Trace", "t-1", "X-Secret", "s"))
                .isEqualTo("t-1|made here|null|filtered");
    }

    @Test
    void aClientIsBuiltByHand() throws Exception {
        deploy("shop", shop(""));

        assertThat(get("/shop/api/ask/built")).isEqualTo("Price[name=pen, cents=120] [a, b]");
    }

    @Test
    void callsAreTriedAgain() throws Exception {
        deploy("shop", shop(""));

        assertThat(get("/shop/api/ask/flaky")).isEqualTo("after 3");
    }

    @Test
    void applicationsHaveConfigurationsOfTheirOwn() throws Exception {
        deploy("shop", shop(""));
        deploy("other", shop("prices/mp-rest/uri=" + server.uri("/nowhere") + "\n"));

        assertThat(get("/shop/api/ask/sync")).startsWith("Price[name=pen");
        assertThat(get("/other/api/ask/missing")).startsWith("missing: ").doesNotContain("no ruler");
    }

    @Test
    void redeploymentsAreFlat() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            deploy("shop", shop(""));
            assertThat(get("/shop/api/ask/sync")).startsWith("Price[name=pen");
            assertThat(get("/shop/api/ask/later")).startsWith("Price[name=pen");
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("shop");
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
