package io.keelson.ee.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.validation.shop.Basket;
import io.keelson.ee.validation.shop.Catalogue;
import io.keelson.ee.validation.shop.Item;
import io.keelson.ee.validation.shop.Orders;
import io.keelson.ee.validation.shop.Plain;
import io.keelson.ee.validation.shop.PlainServlet;
import io.keelson.ee.validation.shop.ShopServlet;
import io.keelson.ee.validation.shop.Sold;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.CookieManager;
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

/** Redeployments of an application with beans, a persistence unit, transactions, a session and constraints leave nothing behind. */
@Timeout(900)
class RedeployedBeansIT {
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
            Path war = new TestArchive()
                    .classes(
                            ShopServlet.class,
                            PlainServlet.class,
                            Plain.class,
                            Orders.class,
                            Item.class,
                            Basket.class,
                            Catalogue.class,
                            Sold.class,
                            Class.forName("io.keelson.ee.validation.shop.Violations"))
                    .text("WEB-INF/classes/META-INF/persistence.xml", ValidationIT.UNIT)
                    .write(directory.resolve("shop.war"));
            for (int i = 0; i < times; i++) {
                server.service(Deployer.class).deploy("shop", war, null);
                use(server, "loader" + i);
                loaders.add((WeakReference<?>) System.getProperties().remove("loader" + i));
            }
            server.service(Deployer.class).undeploy("shop");
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                System.gc();
                assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                        .isEmpty();
            });
        }
    }

    private static void use(TestServer server, String remember) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        assertThat(get(client, server, "/shop/shop/injected")).contains("X-1 is not sold");
        assertThat(get(client, server, "/shop/shop/store?number=K-2&title=short"))
                .isEqualTo("stored");
        assertThat(get(client, server, "/shop/shop/store?number=X-2&title=short"))
                .startsWith("violated");
        assertThat(get(client, server, "/shop/shop/order?number=K-1&count=10")).isEqualTo("100");
        assertThat(get(client, server, "/shop/shop/basket")).isEqualTo("1");
        assertThat(get(client, server, "/shop/plain?remember=" + remember)).endsWith("by the server's");
    }

    private static String get(HttpClient client, TestServer server, String path) throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }
}
