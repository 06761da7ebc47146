package io.keelson.ee.microprofile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.microprofile.shop.Alive;
import io.keelson.ee.microprofile.shop.Checks;
import io.keelson.ee.microprofile.shop.Colour;
import io.keelson.ee.microprofile.shop.ColourConverter;
import io.keelson.ee.microprofile.shop.ConfigServlet;
import io.keelson.ee.microprofile.shop.Missing;
import io.keelson.ee.microprofile.shop.OwnSource;
import io.keelson.ee.microprofile.shop.Settings;
import io.keelson.ee.microprofile.shop.Unreadable;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Config and Health in applications on a whole server. */
@Timeout(300)
class MicroProfileIT {
    private static final String CONFIG = "WEB-INF/classes/META-INF/microprofile-config.properties";
    private static final String SERVICES = "WEB-INF/classes/META-INF/services/org.eclipse.microprofile.config.spi.";
    private static final String CHANGING = "keelson.test.changing";

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
        System.clearProperty(CHANGING);
        System.clearProperty(Checks.DOWN);
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    static TestArchive configured() {
        return new TestArchive()
                .classes(ConfigServlet.class, Settings.class, Colour.class, ColourConverter.class, OwnSource.class)
                .text(CONFIG, "shop.name=pens\nshop.sizes=1,2,3\nshop.colour=red\n")
                .text(SERVICES + "ConfigSource", OwnSource.class.getName())
                .text(SERVICES + "Converter", ColourConverter.class.getName());
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
    }

    private static JsonObject json(HttpResponse<String> answer) {
        try (var reader = Json.createReader(new StringReader(answer.body()))) {
            return reader.readObject();
        }
    }

    @Test
    void configurationIsInjectedFromAllSources() throws Exception {
        deploy("shop", configured());

        assertThat(get("/shop/config").body())
                .isEqualTo("pens|12|none|[1, 2, 3]|the colour green|before|pens7|the source|pens");
        System.setProperty(CHANGING, "after");
        assertThat(get("/shop/config").body()).contains("|after|");
    }

    @Test
    void applicationsHaveConfigurationsOfTheirOwn() throws Exception {
        deploy("shop", configured());
        deploy("other", configured().text(CONFIG, "shop.name=books\nshop.sizes=4\nshop.limit=9\n"));

        assertThat(get("/shop/config").body()).startsWith("pens|12|none|[1, 2, 3]");
        assertThat(get("/other/config").body()).startsWith("books|12|none|[4]").contains("books9");
    }

    @Test
    void aPropertyThatIsNowhereFailsTheDeployment() {
        assertThatThrownBy(() -> deploy("shop", configured().classes(Missing.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("shop.nowhere")
                .hasMessageContaining(Missing.class.getName())
                .hasMessageContaining("nowhere");
    }

    @Test
    void aValueThatCannotBeConvertedFailsTheDeployment() {
        assertThatThrownBy(() -> deploy("shop", configured().classes(Unreadable.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("shop.name")
                .hasMessageContaining(Unreadable.class.getName() + ".number");
    }

    @Test
    void aSourceThatIsNoneFailsTheDeployment() {
        assertThatThrownBy(() -> deploy("shop", configured().text(SERVICES + "ConfigSource", "shop.Absent")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("shop.Absent");
    }

    @Test
    void checksJoinTheServers() throws Exception {
        assertThat(get("/health").statusCode()).isEqualTo(404);
        deploy("shop", new TestArchive().classes(Checks.class, Alive.class));

        HttpResponse<String> ready = get("/health/ready");
        assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
        assertThat(ready.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(json(ready).getString("status")).isEqualTo("UP");
        assertThat(json(ready).getJsonArray("checks").toString())
                .isEqualTo("[{\"name\":\"server\",\"status\":\"UP\",\"data\":{\"state\":\"RUNNING\"}},"
                        + "{\"name\":\"stock\",\"status\":\"UP\",\"data\":{\"application\":\"shop\",\"items\":3}}]");
        System.setProperty(Checks.DOWN, "true");
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/started").body()).contains("\"first\"").doesNotContain("stock");
        assertThat(get("/health/started").body()).contains("\"asked\"");
    }

    @Test
    void aCheckThatThrowsIsDown() throws Exception {
        deploy("shop", new TestArchive().classes(Checks.class, Alive.class));

        HttpResponse<String> live = get("/health/live");
        assertThat(live.statusCode()).isEqualTo(503);
        assertThat(live.body()).contains("\"alive\"", Checks.Broken.class.getName(), "the pump is stuck");
        assertThat(json(get("/health")).getJsonArray("checks")).hasSize(5);
    }

    @Test
    void healthEndsWithTheLastApplication() throws Exception {
        deploy("shop", new TestArchive().classes(Checks.class, Alive.class));
        deploy("other", new TestArchive().classes(Checks.class, Alive.class));

        assertThat(json(get("/health/ready")).getJsonArray("checks")).hasSize(3);
        server.service(Deployer.class).undeploy("shop");
        assertThat(get("/health/ready").body()).contains("\"other\"").doesNotContain("\"shop\"");
        server.service(Deployer.class).undeploy("other");
        assertThat(get("/health/ready").statusCode()).isEqualTo(404);
    }

    @Test
    void healthRefusesWhatItDoesNotKnow() throws Exception {
        deploy("shop", new TestArchive().classes(Checks.class, Alive.class));

        assertThat(get("/health/absent").statusCode()).isEqualTo(404);
        assertThat(get("/health/live/absent").statusCode()).isEqualTo(404);
        HttpResponse<String> posted = client.send(
                HttpRequest.newBuilder(server.uri("/health"))
                        .POST(BodyPublishers.ofString("x"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }

    @Test
    void anApplicationMayWantItsChecksAlone() throws Exception {
        deploy(
                "shop",
                new TestArchive()
                        .classes(Checks.class, Alive.class)
                        .text(CONFIG, "mp.health.disable-default-procedures=true\n"));

        assertThat(json(get("/health/ready")).getJsonArray("checks")).hasSize(1);
    }

    @Test
    void whatHasNoChecksMayBeDown() throws Exception {
        deploy(
                "shop",
                new TestArchive()
                        .classes(Alive.class)
                        .text(CONFIG, "mp.health.default.readiness.empty.response=DOWN\n"));

        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/started").statusCode()).isEqualTo(200);
    }

    @Test
    void anApplicationWithoutChecksMaySayThatItIsUpOrDown() throws Exception {
        deploy(
                "quiet",
                new TestArchive()
                        .text("WEB-INF/beans.xml", "")
                        .text(CONFIG, "mp.health.default.readiness.empty.response=UP\n"));
        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
        deploy(
                "silent",
                new TestArchive()
                        .text("WEB-INF/beans.xml", "")
                        .text(CONFIG, "mp.health.default.readiness.empty.response=DOWN\n"));
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
    }
}
