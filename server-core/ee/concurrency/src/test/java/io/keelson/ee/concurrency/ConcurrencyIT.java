package io.keelson.ee.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.concurrency.office.Back;
import io.keelson.ee.concurrency.office.Desk;
import io.keelson.ee.concurrency.office.Front;
import io.keelson.ee.concurrency.office.Limited;
import io.keelson.ee.concurrency.office.Office;
import io.keelson.ee.concurrency.office.Tenant;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An application with executors on a whole server, with the part cdi beside it. */
@Timeout(300)
class ConcurrencyIT {
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

    private static TestArchive office() {
        return new TestArchive()
                .classes(Office.class, Desk.class, Limited.class, Tenant.class)
                .text(
                        "WEB-INF/classes/META-INF/services/jakarta.enterprise.concurrent.spi.ThreadContextProvider",
                        Tenant.class.getName());
    }

    private static void deploy(TestArchive war) throws Exception {
        server.service(Deployer.class).deploy("office", war.write(directory.resolve("office.war")), null);
    }

    private String get(String what) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.uri("/office/do?what=" + what))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            context     | office true
            injected    | office office
            lookup      | office+office
            lifecycle   | IllegalStateException: shutdownNow is not for applications: \
            the server starts and ends the default managed executor
            tenants     | acme acme none acme
            limit       | most 2
            listener    | submitted, starting office, runs, done office
            cancel      | aborted CancellationException, done CancellationExceptionoffice, true
            transaction | 6 0 0
            bare        | no module, office, office
            trigger     | run in office [run in office, true, run in office, true]
            skip        | skipped
            rate        | repeats true
            any         | second
            threads     | office false 4 office
            proxy       | office {} IllegalArgumentException
            later       | office true office
            fails       | IllegalStateException no paper
            thrice      | 3
            """)
    void tasksRunInTheContextOfTheirCallers(String what, String expected) throws Exception {
        deploy(office());

        assertThat(get(what)).isEqualTo(expected);
    }

    private static TestArchive enterprise(TestArchive front, TestArchive back) {
        return new TestArchive()
                .text("META-INF/application.xml", """
                <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
                  <module><web><web-uri>front.war</web-uri><context-root>/front</context-root></web></module>
                  <module><web><web-uri>back.war</web-uri><context-root>/back</context-root></web></module>
                  <managed-executor>
                    <name>java:app/office/common</name>
                    <context-service-ref>java:app/back/tenants</context-service-ref>
                    <qualifier>%s</qualifier>
                  </managed-executor>
                </application>
                """.formatted(Limited.class.getName()))
                .bytes("front.war", front.packed())
                .bytes("back.war", back.packed());
    }

    private static TestArchive front() {
        return new TestArchive()
                .classes(Front.class, Limited.class, Tenant.class)
                .text(
                        "WEB-INF/classes/META-INF/services/jakarta.enterprise.concurrent.spi.ThreadContextProvider",
                        Tenant.class.getName());
    }

    @Test
    void modulesShareContextServicesProvidersAndTheExecutorsOfTheApplication() throws Exception {
        Path file = enterprise(front(), new TestArchive().classes(Back.class)).write(directory.resolve("company.ear"));
        server.service(Deployer.class).deploy("company", file, null);

        HttpRequest request = HttpRequest.newBuilder(server.uri("/front/do")).build();
        assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("acme others");
    }

    @Test
    void aContextServiceThatNoModuleHasFailsTheDeployment() throws Exception {
        Path file =
                enterprise(front(), new TestArchive().text("index.html", "")).write(directory.resolve("half.ear"));

        assertThatThrownBy(() -> server.service(Deployer.class).deploy("half", file, null))
                .hasMessageContaining("the context service 'java:app/back/tenants' is not bound");
    }

    @Test
    void threadsAreVirtualWhereTheJdkHasThem() throws Exception {
        deploy(office());
        boolean virtual = Runtime.version().feature() >= 21;

        assertThat(get("virtual")).isEqualTo(virtual + " office, " + virtual + " office");
    }

    @Test
    void asynchronousMethodsThatAreWrongAreRefused() throws Exception {
        deploy(office());

        assertThat(get("wrong"))
                .startsWith("UnsupportedOperationException: the asynchronous method")
                .contains("returns neither");
        assertThat(get("joining")).startsWith("UnsupportedOperationException").contains("REQUIRED");
    }

    @Test
    void nothingRunsAfterUndeployment() throws Exception {
        deploy(office());
        System.clearProperty("keelson.test.interrupted");
        assertThat(get("sleep")).isEqualTo("sleeps");
        assertThat(get("beat")).isEqualTo("beats");
        await().until(() -> System.getProperty("keelson.test.rate") != null);

        server.service(Deployer.class).undeploy("office");

        assertThat(System.clearProperty("keelson.test.interrupted")).isEqualTo("true");
        System.clearProperty("keelson.test.rate");
        System.clearProperty("keelson.test.beat");
        deploy(office()); // takes longer than several periods
        assertThat(get("thrice")).isEqualTo("3"); // two whole seconds: as long as two beats
        assertThat(System.getProperty("keelson.test.rate")).isNull();
        assertThat(System.getProperty("keelson.test.beat")).isNull();
    }

    @Test
    void descriptorsDefineExecutorsAndWinOverAnnotations() throws Exception {
        deploy(office().text(
                        "WEB-INF/web.xml",
                        "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">"
                                + "<managed-executor><name>java:app/office/limited</name><max-async>1</max-async></managed-executor>"
                                + "</web-app>"));

        // The limit is the descriptor's: two tasks never meet. Context and qualifier are the annotation's.
        assertThat(get("tenants")).isEqualTo("acme acme none acme");
        assertThat(get("injected")).isEqualTo("office office");
    }

    @Test
    void wrongDefinitionsNameTheirPlace() throws Exception {
        String head = "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">";
        assertThatThrownBy(() -> deploy(office().text(
                                "WEB-INF/web.xml",
                                head + "<context-service><name>java:app/c</name><propagated>Transaction</propagated>"
                                        + "</context-service></web-app>")))
                .hasMessageContaining("web.xml:1")
                .hasMessageContaining("Transaction");
        assertThatThrownBy(() -> deploy(office().text(
                                "WEB-INF/web.xml",
                                head + "<managed-executor><name>java:app/e</name>"
                                        + "<context-service-ref>java:app/nowhere</context-service-ref>"
                                        + "</managed-executor></web-app>")))
                .hasMessageContaining("web.xml:1")
                .hasMessageContaining("java:app/nowhere");
        assertThatThrownBy(() -> deploy(office().text(
                                "WEB-INF/web.xml",
                                head + "<managed-executor><name>java:app/e</name><max-async>0</max-async>"
                                        + "</managed-executor></web-app>")))
                .hasMessageContaining("max-async of 'java:app/e'");
    }

    @Test
    void redeploymentsLeaveNoLoader() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            deploy(office());
            for (String what :
                    List.of("context", "limit", "tenants", "rate", "threads", "later", "thrice", "remember")) {
                get(what);
            }
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("office");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
