package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicated sessions over the direct connections of real servers, where it is difficult: TLS, a secondary that is paused, a stop under
 * load.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("whole")
class SessionLinksSystemIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern COUNT = Pattern.compile("\\{\"count\":(\\d+)");

    @TempDir
    static Path parent;

    private LiveDomain domain;

    @BeforeAll
    void make() throws Exception {
        domain = LiveDomain.create(parent, SERVERS.size());
        withTls(domain);
    }

    @AfterAll
    void end() throws Exception {
        domain.close();
    }

    /** All servers show the same certificate, which they trust. */
    private static void withTls(LiveDomain domain) throws Exception {
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=shop",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        domain.directory().resolve("links.p12").toString())
                .redirectErrorStream(true)
                .start();
        assertThat(made.waitFor())
                .as(new String(made.getInputStream().readAllBytes()))
                .isZero();
        domain.configure(text -> text.replace(
                        "cluster-1: {}", "cluster-1: {tls: {keystore: links.p12, keystore-password: changeit}}")
                .replaceAll("(?m)^ {4}cluster-port: .*$", "$0\n    tls: {key-store: links.p12, password: changeit}"));
    }

    /** Each server sends to each other one over a connection, so that nothing is said about sessions in another way. */
    private static void awaitLinks(LiveDomain domain) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (String server : SERVERS) {
                String links =
                        domain.manage(server, "server/runtime/session-links").body();
                for (String other : SERVERS) {
                    if (!other.equals(server)) {
                        assertThat(links).contains("\"server\":\"" + other + "\"");
                    }
                }
            }
        });
    }

    private static void awaitCopies(LiveDomain domain) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (String server : SERVERS) {
                assertThat(domain.manage(server, "server/runtime/session-replication")
                                .body())
                        .contains("\"sessions-without-secondary\":0");
            }
        });
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @Order(1)
    void nothingIsLostOverTlsWhateverHappensToTheOtherEnd() throws Exception {
        CountedSessions sessions = new CountedSessions();
        CountedSessions.start(domain, parent, false, text -> text);
        awaitLinks(domain);
        sessions.begin(
                6, () -> new CounterClient(CountedSessions.addresses(domain::address)), SessionLinksSystemIT::ask);
        awaitCopies(domain);

        // The end that receives is paused, and its connection stays: the others go on when it is out of the view.
        String secondary = sessions.clients().get(0).route().get(1);
        domain.signal(secondary, "STOP");
        CountedSessions.awaitGone(domain, secondary);
        domain.signal(secondary, "CONT");
        sessions.awaitAnswers(5);
        awaitLinks(domain);
        awaitCopies(domain);

        // Under load, each of those that have sessions there has to go elsewhere.
        String leaving = sessions.clients().get(0).server();
        domain.process(leaving).destroy();
        assertThat(domain.process(leaving).waitFor(60, TimeUnit.SECONDS)).isTrue();
        sessions.awaitAnswers(5);
        CountedSessions.startAgain(domain, leaving);
        awaitLinks(domain);
        awaitCopies(domain);

        String killed = sessions.clients().get(0).server();
        domain.signal(killed, "KILL");
        sessions.awaitAnswers(5);
        sessions.end();
        assertThat(domain.process(killed).waitFor(60, TimeUnit.SECONDS)).isTrue();
        for (String server : SERVERS) {
            assertThat(domain.output(server)).doesNotContain("KLS-101200", "KLS-101202", "KLS-101071");
        }
    }

    private static void ask(CounterClient client) throws InterruptedException {
        client.ask();
        Thread.sleep(5);
    }

    private static byte[] sharing(Path classes) throws IOException {
        byte[] war = WarFile.ofExample("session-counter", classes, "WEB-INF/classes/")
                .text(
                        "WEB-INF/web.xml",
                        Files.readString(Path.of("../examples/session-counter/src/main/webapp/WEB-INF/web.xml")))
                .packed();
        return new WarFile()
                .text("META-INF/application.xml", """
                        <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
                          <module><web><web-uri>a.war</web-uri><context-root>/a</context-root></web></module>
                          <module><web><web-uri>b.war</web-uri><context-root>/b</context-root></web></module>
                        </application>
                        """)
                .text("META-INF/weblogic-application.xml", """
                        <weblogic-application>
                          <session-descriptor>
                            <persistent-store-type>replicated</persistent-store-type>
                            <sharing-enabled>true</sharing-enabled>
                          </session-descriptor>
                        </weblogic-application>
                        """)
                .bytes("a.war", war)
                .bytes("b.war", war)
                .packed();
    }

    /** Of an EAR whose applications share their sessions the other server has one copy, for both. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void theSessionThatApplicationsShareOutlivesItsServer() throws Exception {
        String[] ended = SERVERS.stream()
                .filter(server -> domain.process(server) == null
                        || !domain.process(server).isAlive())
                .toArray(String[]::new);
        domain.launch(ended);
        domain.awaitRunning(ended);
        byte[] ear = sharing(parent.resolve("classes"));
        for (String server : SERVERS) {
            HttpResponse<String> answer = domain.send(server, "PUT", "deployments/shop", "application/zip", ear);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        }
        awaitLinks(domain);
        Visitor visitor = new Visitor(domain);
        assertThat(visitor.visit("server-1", "/a/")).isEqualTo(1);
        assertThat(visitor.visit("server-1", "/b/")).isEqualTo(2);
        assertThat(visitor.visit("server-1", "/a/")).isEqualTo(3);
        awaitCopies(domain);
        domain.signal("server-1", "KILL");
        domain.process("server-1").waitFor();
        assertThat(visitor.visit("server-2", "/b/")).isEqualTo(4);
        assertThat(visitor.visit("server-3", "/a/")).isEqualTo(5);
        assertThat(visitor.visit("server-2", "/a/")).isEqualTo(6);
    }

    /** One client with its cookie. */
    private static final class Visitor {
        private final HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private final LiveDomain domain;
        private String cookie = "none=";

        Visitor(LiveDomain domain) {
            this.domain = domain;
        }

        int visit(String server, String path) {
            return await().atMost(PATIENCE).until(() -> ask(server, path), count -> count > 0);
        }

        /** The count; 0 where the session cannot be had at the moment. */
        private int ask(String server, String path) throws Exception {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create("http://" + domain.address(server) + path))
                            .header("Cookie", cookie)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 503) {
                return 0;
            }
            Matcher count = COUNT.matcher(answer.body());
            assertThat(count.find())
                    .as(answer.statusCode() + " " + answer.body())
                    .isTrue();
            List<String> set = answer.headers().allValues("Set-Cookie");
            if (!set.isEmpty()) {
                cookie = set.get(0).split(";", 2)[0];
            }
            return Integer.parseInt(count.group(1));
        }
    }
}
