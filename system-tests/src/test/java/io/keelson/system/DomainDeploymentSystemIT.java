package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Applications that are deployed to a cluster of real processes, while these are killed, stopped, full and away. All tests have one
 * domain: each begins with servers that run and have nothing deployed, starts those again that it ended, and can run alone.
 */
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(2)
class DomainDeploymentSystemIT {
    private static final List<String> ALL = List.of("AdminServer", "server-1", "server-2");
    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]+)\"");
    private static final String WEB = "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'>%s</web-app>";

    @TempDir
    static Path directory;

    private LiveDomain domain;

    @BeforeAll
    void make() throws Exception {
        domain = LiveDomain.create(directory, 2);
    }

    @AfterAll
    void stop() throws Exception {
        domain.close();
    }

    /** Starts servers, and forgets what they printed before. */
    private void start(String... servers) throws IOException {
        for (String server : servers) {
            domain.forget(server);
        }
        domain.launch(servers);
        domain.awaitRunning(servers);
    }

    private void kill(String server) throws Exception {
        domain.signal(server, "KILL");
        assertThat(domain.process(server).waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Starts those of the servers that do not run, and waits until all are members and follow the admin server. */
    private void allRun() throws Exception {
        start(ALL.stream().filter(server -> !runs(server)).toArray(String[]::new));
        awaitJoined();
    }

    private boolean runs(String server) {
        Process process = domain.process(server);
        return process != null && process.isAlive();
    }

    /** Whatever a test did or failed to do: the next one finds servers that go on, and no application. */
    @AfterEach
    void undeployAll() throws Exception {
        domain.options();
        for (String server : ALL) {
            if (runs(server)) {
                domain.signal(server, "CONT");
                Usage.limit(domain.process(server), "--fsize=unlimited:");
            }
        }
        allRun();
        awaitNone("AdminServer", "domain/deployments");
        for (String server : ALL) {
            awaitNone(server, "deployments");
        }
    }

    /** Undeploys all that there is until nothing is left: what a server is still about to do may refuse it for a while. */
    private void awaitNone(String server, String path) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            for (String name : names(server, path)) {
                domain.send(server, "DELETE", path + "/" + name, "application/json", new byte[0]);
            }
            assertThat(names(server, path)).as(server).isEmpty();
        });
    }

    private Set<String> names(String server, String path) throws Exception {
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(domain.manage(server, path).body());
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }

    private static WarFile war(String content) {
        return new WarFile().text("WEB-INF/web.xml", WEB.formatted("")).text("index.html", content);
    }

    /** One that fails when it is started, and not before. */
    private static WarFile failing() {
        return new WarFile()
                .text(
                        "WEB-INF/web.xml",
                        WEB.formatted("<listener><listener-class>a.Missing</listener-class></listener>"));
    }

    private static WarFile replicated() {
        return war("replicated")
                .text(
                        "WEB-INF/weblogic.xml",
                        "<weblogic-web-app><session-descriptor><persistent-store-type>replicated</persistent-store-type>"
                                + "</session-descriptor></weblogic-web-app>");
    }

    private HttpResponse<String> post(String query, WarFile war) throws Exception {
        return domain.send(
                "AdminServer", "POST", "domain/deployments?" + query, "application/octet-stream", war.packed());
    }

    private HttpResponse<String> put(String path, WarFile war) throws Exception {
        return domain.send(
                "AdminServer", "PUT", "domain/deployments/" + path, "application/octet-stream", war.packed());
    }

    private void deployed(String content) throws Exception {
        HttpResponse<String> made = post("name=shop&targets=cluster-1", war(content));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    private String served(String server) throws Exception {
        return domain.ask(server, "GET", "/shop/index.html");
    }

    private void awaitServed(String server, String content) {
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(served(server)).as(server).isEqualTo(content));
    }

    private void awaitJoined() {
        await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
            assertThat(domain.manage("AdminServer", "server/cluster").body()).contains("\"missing\":[]");
            for (String server : new String[] {"server-1", "server-2"}) {
                assertThat(domain.manage(server, "server/activation").body()).doesNotContain("\"revision\":0,");
            }
        });
    }

    @Test
    @Order(1)
    void aClusterGetsItAndWhoComesLateHasItBeforeItsDoorsOpen() throws Exception {
        // The other server has never run yet.
        start("AdminServer", "server-1");
        Path archive = Files.write(directory.resolve("shop.war"), war("one").packed());
        LiveServer.Said said = domain.cli("deploy", archive.toString(), "--target", "cluster-1");
        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text())
                .contains("Application shop is on cluster-1.", "server-1  RUNNING at /shop", "server-2  UNKNOWN");
        assertThat(served("server-1")).isEqualTo("one");
        assertThat(domain.manage("AdminServer", "deployments").body()).doesNotContain("shop");

        start("server-2");
        assertThat(served("server-2")).as("at once").isEqualTo("one");

        // Without the admin server: what is staged is served, what is not comes later.
        kill("AdminServer");
        kill("server-1");
        start("server-1");
        assertThat(served("server-1")).isEqualTo("one");

        kill("server-2");
        start("AdminServer");
        HttpResponse<String> second = put("shop", war("two"));
        assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
        assertThat(served("server-1")).isEqualTo("two");
        kill("AdminServer");
        start("server-2");
        assertThat(domain.manage("server-2", "server/applications").body())
                .contains("\"state\":\"WAITING\"", "does not run");
        start("AdminServer");
        awaitServed("server-2", "two");

        assertThat(domain.cli("deployments", "stop", "shop").text()).contains("server-1  STOPPED", "server-2  STOPPED");
        assertThat(served("server-1")).isNotEqualTo("two");
        assertThat(domain.cli("deployments", "start", "shop").text())
                .contains("server-1  RUNNING", "server-2  RUNNING");
        assertThat(served("server-2")).isEqualTo("two");
        assertThat(domain.cli("undeploy", "shop").exit()).isZero();
        for (String server : new String[] {"server-1", "server-2"}) {
            assertThat(domain.manage(server, "deployments").body()).doesNotContain("shop");
        }
    }

    @Test
    void whatOneServerRefusesIsDeployedOnNone() throws Exception {
        allRun();
        deployed("one");
        HttpResponse<String> part = post("name=carts&targets=server-1", replicated());
        assertThat(part.statusCode()).as(part.body()).isEqualTo(409);
        assertThat(part.body()).contains("server-1: ", "its sessions are replicated", "make the cluster its target");
        assertThat(post("name=carts&targets=cluster-1", replicated()).statusCode())
                .isEqualTo(201);

        domain.deploy("server-2", "own", war("own"));
        HttpResponse<String> root = post("name=other&targets=cluster-1&context-root=/own", war("other"));
        assertThat(root.statusCode()).as(root.body()).isEqualTo(409);
        assertThat(root.body()).contains("server-2: ", "is taken by the application own");
        HttpResponse<String> broken = put("shop", war("two").text("WEB-INF/web.xml", "<web-app><servlet></web-app>"));
        assertThat(broken.statusCode()).as(broken.body()).isEqualTo(409);
        assertThat(broken.body()).contains("server-1: ", "server-2: ");

        HttpResponse<String> failing = put("shop", failing());
        assertThat(failing.statusCode()).as(failing.body()).isEqualTo(422);
        assertThat(failing.body()).contains("was taken back", "server-1: ", "a.Missing");
        HttpResponse<String> fresh = post("name=late&targets=cluster-1", failing());
        assertThat(fresh.statusCode()).as(fresh.body()).isEqualTo(422);
        for (String server : new String[] {"server-1", "server-2"}) {
            assertThat(served(server)).as(server).isEqualTo("one");
            assertThat(domain.manage(server, "deployments").body())
                    .as(server)
                    .doesNotContain("other", "late", "FAILED");
        }
        assertThat(domain.manage("AdminServer", "domain/deployments").body()).doesNotContain("other", "late", "FAILED");
        versionsSideBySide();
    }

    /** On one of the servers, by the command line; the domain has none ({@link VersionsInDomainSystemIT} has those of the domain). */
    private void versionsSideBySide() throws Exception {
        String first = page("1");
        String second = page("2");
        assertThat(domain.cli("undeploy", "shop", "--version", "1").text())
                .contains("has no version 1; there are: one without a version");
        assertThat(domain.cli("deploy", first, "--name", "desk", "--version", "1", "--server", "server-2")
                        .text())
                .contains("Application desk 1 is RUNNING, at /desk.");
        HttpClient visitor =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        assertThat(visit(visitor)).isEqualTo("version 1, new true");
        assertThat(domain.cli("deploy", second, "--name", "desk", "--version", "2", "--server", "server-2")
                        .text())
                .contains("Application desk 2 is RUNNING, at /desk.");
        assertThat(visit(visitor)).isEqualTo("version 1, new false");
        assertThat(visit(HttpClient.newHttpClient())).isEqualTo("version 2, new true");
        assertThat(domain.cli("deployments", "list", "--server", "server-2").text())
                .contains("Application desk 2 is RUNNING, at /desk.", "Application desk 1 is RETIRING, at /desk.");
        assertThat(domain.manage("server-2", "deployments").body())
                .contains("\"name\":\"desk\",\"version\":\"1\",\"state\":\"RETIRING\"");
        assertThat(domain.cli("redeploy", "desk", "--version", "1", "--server", "server-2")
                        .text())
                .contains("Application desk 1 is RUNNING");
        assertThat(visit(visitor)).isEqualTo("version 1, new false");
        assertThat(domain.cli("redeploy", "desk", "--version", "2", "--server", "server-2")
                        .text())
                .contains("Application desk 2 is RUNNING");

        // A server that is killed while a version retires has both again, and nobody in the old one, which goes.
        kill("server-2");
        start("server-2");
        assertThat(visit(visitor)).isEqualTo("version 2, new true");
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(domain.cli("deployments", "list", "--server", "server-2")
                                .text())
                        .contains("Application desk 2 is RUNNING")
                        .doesNotContain("desk 1"));
        domain.awaitSaid("server-2", "KLS-149162");
    }

    private String page(String version) throws IOException {
        WarFile war = new WarFile()
                .text("WEB-INF/web.xml", WEB.formatted(""))
                .text("index.jsp", "version " + version + ", new <%= session.isNew() %>");
        return Files.write(directory.resolve("desk-" + version + ".war"), war.packed())
                .toString();
    }

    private String visit(HttpClient visitor) throws Exception {
        return visitor.send(
                        HttpRequest.newBuilder(URI.create("http://" + domain.address("server-2") + "/desk/index.jsp"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body()
                .trim();
    }

    @ParameterizedTest
    @CsvSource({"before-commit, one", "after-commit, two"})
    void theAdminServerDiesAroundTheCommitPoint(String point, String content) throws Exception {
        allRun();
        deployed("one");
        kill("AdminServer");
        domain.options("-Dkeelson.boot.halt-at=" + point);
        start("AdminServer");
        awaitJoined();
        assertThatThrownBy(() -> put("shop", war("two"))).isInstanceOf(IOException.class);
        assertThat(domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(domain.process("AdminServer").exitValue()).isEqualTo(99);
        assertThat(served("server-1")).as("not decided, as far as it knows").isEqualTo("one");
        domain.options();
        start("AdminServer");
        awaitServed("server-1", content);
        awaitServed("server-2", content);
        assertThat(put("shop", war("three")).statusCode()).isEqualTo(200);
        assertThat(served("server-1")).isEqualTo("three");
        assertThat(served("server-2")).isEqualTo("three");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before-rehearsal", "before-deploy", "after-deploy"})
    void aServerDiesWhileItIsDeployed(String point) throws Exception {
        allRun();
        kill("server-2");
        domain.options("-Dkeelson.boot.halt-at=" + point);
        start("server-2");
        awaitJoined();
        deployed("one");
        assertThat(domain.process("server-2").waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(domain.process("server-2").exitValue()).isEqualTo(99);
        assertThat(served("server-1")).isEqualTo("one");
        domain.options();
        start("server-2");
        assertThat(served("server-2")).isEqualTo("one");
    }

    @Test
    void aServerThatHangsHoldsUpNobodyAndCatchesUp() throws Exception {
        allRun();
        deployed("one");
        domain.signal("server-2", "STOP");
        HttpResponse<String> done = put("shop", war("two"));
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(done.body()).contains("{\"server\":\"server-2\",\"state\":\"UNKNOWN\"");
        assertThat(served("server-1")).isEqualTo("two");
        domain.signal("server-2", "CONT");
        awaitServed("server-2", "two");
    }

    @Test
    void aFullDiskChangesNothingAnywhere() throws Exception {
        allRun();
        deployed("one");
        byte[] large = new byte[2_000_000];
        new Random(7).nextBytes(large);
        WarFile two = war("two").bytes("large.bin", large);
        Usage.limit(domain.process("server-2"), "--fsize=1000000:");
        HttpResponse<String> refused = put("shop", two);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body()).contains("server-2: ", "cannot be fetched");
        Usage.limit(domain.process("server-2"), "--fsize=unlimited:");
        Usage.limit(domain.process("AdminServer"), "--fsize=1000000:");
        HttpResponse<String> full = put("shop", two);
        assertThat(full.statusCode()).as(full.body()).isEqualTo(507);
        Usage.limit(domain.process("AdminServer"), "--fsize=unlimited:");
        assertThat(served("server-1")).isEqualTo("one");
        assertThat(served("server-2")).isEqualTo("one");
        assertThat(put("shop", two).statusCode()).isEqualTo(200);
        assertThat(served("server-1")).isEqualTo("two");
        assertThat(served("server-2")).isEqualTo("two");
    }
}
