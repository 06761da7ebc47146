package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects of an application that libraries of the server's parts keep and read again, on the distribution, whose guard refuses every
 * other stream: a serializable attribute of an entity, a view whose state its client keeps, and the checkpoint of a job.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("whole")
class KeptObjectsSystemIT {
    private static final String SERVER = "AdminServer";
    private static final String UNIT = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.2"><persistence-unit name="keeping"><properties>
            <property name="jakarta.persistence.schema-generation.database.action" value="drop-and-create"/>
            </properties></persistence-unit></persistence>
            """;
    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
            <context-param><param-name>jakarta.faces.STATE_SAVING_METHOD</param-name><param-value>client</param-value></context-param>
            <servlet><servlet-name>f</servlet-name><servlet-class>jakarta.faces.webapp.FacesServlet</servlet-class></servlet>
            <servlet-mapping><servlet-name>f</servlet-name><url-pattern>*.xhtml</url-pattern></servlet-mapping></web-app>
            """;
    private static final String PAGE = """
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:h="jakarta.faces.html"><h:head><title>Guess</title></h:head><h:body>
            <h:form id="f"><h:inputText id="word" value="#{guess.word}"/><h:commandButton id="go" value="Go"/></h:form>
            <p>[#{guess.word}]</p></h:body></html>
            """;
    private static final String JOB = """
            <job id="numbers" xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.0"><step id="all"><chunk item-count="2">
            <reader ref="numbers"/><writer ref="sink"/></chunk></step></job>
            """;

    @TempDir
    static Path parent;

    private LiveDomain domain;

    @BeforeAll
    void start() throws Exception {
        domain = LiveDomain.create(parent, 0);
        domain.launch(SERVER);
        domain.awaitRunning(SERVER);
        domain.deploy(
                SERVER,
                "keeping",
                WarFile.ofCompiled(
                                Path.of(KeptObjectsSystemIT.class
                                        .getResource("/services/keeping")
                                        .toURI()),
                                parent.resolve("classes"),
                                "WEB-INF/classes/",
                                batchApi())
                        .text("WEB-INF/beans.xml", "")
                        .text("WEB-INF/web.xml", WEB_XML)
                        .text("WEB-INF/classes/META-INF/persistence.xml", UNIT)
                        .text("WEB-INF/classes/META-INF/batch-jobs/numbers.xml", JOB)
                        .text("guess.xhtml", PAGE));
    }

    private static Path batchApi() throws IOException {
        try (Stream<Path> jars = Files.list(LiveServer.HOME.resolve("parts/batch"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("jakarta.batch-api"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @AfterAll
    void stop() throws Exception {
        domain.close();
    }

    private String get(String path) throws Exception {
        return domain.ask(SERVER, "GET", "/keeping/" + path);
    }

    @Test
    void anEntityHasASerializableAttribute() throws Exception {
        assertThat(get("box")).isEqualTo("7 [a, b]");
    }

    @Test
    void aJobGoesOnAtItsCheckpoint() throws Exception {
        String first = get("start");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("job?id=" + first)).isEqualTo("FAILED [0] [0, 1, 2, 3]"));
        String second = get("restart?id=" + first);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("job?id=" + second))
                        .isEqualTo("COMPLETED [0, 4] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"));
    }

    @Test
    void aClientKeepsTheStateOfAView() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        URI page = URI.create("http://" + domain.address(SERVER) + "/keeping/guess.xhtml");
        String shown = client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                .body();
        Matcher state = Pattern.compile("name=\"jakarta.faces.ViewState\"[^>]* value=\"([^\"]{60,})\"")
                .matcher(shown);
        assertThat(state.find()).as(shown).isTrue();
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(page)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("f=f&f:word=anchor&f:go=Go&jakarta.faces.ViewState="
                                + URLEncoder.encode(state.group(1), StandardCharsets.UTF_8)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("[anchor]");
    }
}
