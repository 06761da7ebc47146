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
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications that are deployed to a cluster of real processes, while these are killed, stopped, full and away. */
@Timeout(240)
class DomainDeploymentSystemIT {
    private static final String WEB = "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'>%s</web-app>";

    @TempDir
    Path directory;

    private static void start(LiveDomain domain, String... servers) throws IOException {
        domain.launch(servers);
        domain.awaitRunning(servers);
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

    private static HttpResponse<String> post(LiveDomain domain, String query, WarFile war) throws Exception {
        return domain.send(
                "AdminServer", "POST", "domain/deployments?" + query, "application/octet-stream", war.packed());
    }

    private static HttpResponse<String> put(LiveDomain domain, String path, WarFile war) throws Exception {
        return domain.send(
                "AdminServer", "PUT", "domain/deployments/" + path, "application/octet-stream", war.packed());
    }

    private static void deployed(LiveDomain domain, String content) throws Exception {
        HttpResponse<String> made = post(domain, "name=shop&targets=cluster-1", war(content));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    private static String served(LiveDomain domain, String server) throws Exception {
        return domain.ask(server, "GET", "/shop/index.html");
    }

    private static void awaitServed(LiveDomain domain, String server, String content) {
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(
                        () -> assertThat(served(domain, server)).as(server).isEqualTo(content));
    }

    private static void awaitJoined(LiveDomain domain) {
        await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
            for (String server : new String[] {"server-1", "server-2"}) {
                assertThat(domain.manage(server, "server/activation").body()).doesNotContain("\"revision\":0,");
            }
        });
    }

    @Test
    void aClusterGetsItAndWhoComesLateHasItBeforeItsDoorsOpen() throws Exception {
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            start(domain, "AdminServer", "server-1");
            Path archive = Files.write(directory.resolve("shop.war"), war("one").packed());
            LiveServer.Said said = domain.cli("deploy", archive.toString(), "--target", "cluster-1");
            assertThat(said.exit()).as(said.text()).isZero();
            assertThat(said.text())
                    .contains("Application shop is on cluster-1.", "server-1  RUNNING at /shop", "server-2  UNKNOWN");
            assertThat(served(domain, "server-1")).isEqualTo("one");
            assertThat(domain.manage("AdminServer", "deployments").body()).doesNotContain("shop");

            start(domain, "server-2");
            assertThat(served(domain, "server-2")).as("at once").isEqualTo("one");

            // Without the admin server: what is staged is served, what is not comes later.
            domain.signal("AdminServer", "KILL");
            domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS);
            domain.signal("server-1", "KILL");
            domain.process("server-1").waitFor(60, TimeUnit.SECONDS);
            domain.forget("server-1");
            start(domain, "server-1");
            assertThat(served(domain, "server-1")).isEqualTo("one");

            domain.signal("server-2", "KILL");
            domain.process("server-2").waitFor(60, TimeUnit.SECONDS);
            domain.forget("server-2");
            domain.forget("AdminServer");
            start(domain, "AdminServer");
            HttpResponse<String> second = put(domain, "shop", war("two"));
            assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
            assertThat(served(domain, "server-1")).isEqualTo("two");
            domain.signal("AdminServer", "KILL");
            domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS);
            start(domain, "server-2");
            assertThat(domain.manage("server-2", "server/applications").body())
                    .contains("\"state\":\"WAITING\"", "does not run");
            domain.forget("AdminServer");
            start(domain, "AdminServer");
            awaitServed(domain, "server-2", "two");

            assertThat(domain.cli("deployments", "stop", "shop").text())
                    .contains("server-1  STOPPED", "server-2  STOPPED");
            assertThat(served(domain, "server-1")).isNotEqualTo("two");
            assertThat(domain.cli("deployments", "start", "shop").text())
                    .contains("server-1  RUNNING", "server-2  RUNNING");
            assertThat(served(domain, "server-2")).isEqualTo("two");
            assertThat(domain.cli("undeploy", "shop").exit()).isZero();
            for (String server : new String[] {"server-1", "server-2"}) {
                assertThat(domain.manage(server, "deployments").body()).doesNotContain("shop");
            }
        }
    }

    @Test
    void whatOneServerRefusesIsDeployedOnNone() throws Exception {
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            start(domain, "AdminServer", "server-1", "server-2");
            deployed(domain, "one");
            HttpResponse<String> part = post(domain, "name=carts&targets=server-1", replicated());
            assertThat(part.statusCode()).as(part.body()).isEqualTo(409);
            assertThat(part.body())
                    .contains("server-1: ", "its sessions are replicated", "make the cluster its target");
            assertThat(post(domain, "name=carts&targets=cluster-1", replicated())
                            .statusCode())
                    .isEqualTo(201);

            domain.deploy("server-2", "own", war("own"));
            HttpResponse<String> root = post(domain, "name=other&targets=cluster-1&context-root=/own", war("other"));
            assertThat(root.statusCode()).as(root.body()).isEqualTo(409);
            assertThat(root.body()).contains("server-2: ", "is taken by the application own");
            HttpResponse<String> broken =
                    put(domain, "shop", war("two").text("WEB-INF/web.xml", "<web-app><servlet></web-app>"));
            assertThat(broken.statusCode()).as(broken.body()).isEqualTo(409);
            assertThat(broken.body()).contains("server-1: ", "server-2: ");

            HttpResponse<String> failing = put(domain, "shop", failing());
            assertThat(failing.statusCode()).as(failing.body()).isEqualTo(422);
            assertThat(failing.body()).contains("was taken back", "server-1: ", "a.Missing");
            HttpResponse<String> fresh = post(domain, "name=late&targets=cluster-1", failing());
            assertThat(fresh.statusCode()).as(fresh.body()).isEqualTo(422);
            for (String server : new String[] {"server-1", "server-2"}) {
                assertThat(served(domain, server)).as(server).isEqualTo("one");
                assertThat(domain.manage(server, "deployments").body())
                        .as(server)
                        .doesNotContain("other", "late", "FAILED");
            }
            assertThat(domain.manage("AdminServer", "domain/deployments").body())
                    .doesNotContain("other", "late", "FAILED");
            versionsSideBySide(domain);
        }
    }

    /** On one of the servers, by the command line; the domain has none ({@link VersionsInDomainSystemIT} has those of the domain). */
    private void versionsSideBySide(LiveDomain domain) throws Exception {
        String first = page("1");
        String second = page("2");
        assertThat(domain.cli("undeploy", "shop", "--version", "1").text())
                .contains("has no version 1; there are: one without a version");
        assertThat(domain.cli("deploy", first, "--name", "desk", "--version", "1", "--server", "server-2")
                        .text())
                .contains("Application desk 1 is RUNNING, at /desk.");
        HttpClient visitor =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        assertThat(visit(domain, visitor)).isEqualTo("version 1, new true");
        assertThat(domain.cli("deploy", second, "--name", "desk", "--version", "2", "--server", "server-2")
                        .text())
                .contains("Application desk 2 is RUNNING, at /desk.");
        assertThat(visit(domain, visitor)).isEqualTo("version 1, new false");
        assertThat(visit(domain, HttpClient.newHttpClient())).isEqualTo("version 2, new true");
        assertThat(domain.cli("deployments", "list", "--server", "server-2").text())
                .contains("Application desk 2 is RUNNING, at /desk.", "Application desk 1 is RETIRING, at /desk.");
        assertThat(domain.manage("server-2", "deployments").body())
                .contains("\"name\":\"desk\",\"version\":\"1\",\"state\":\"RETIRING\"");
        assertThat(domain.cli("redeploy", "desk", "--version", "1", "--server", "server-2")
                        .text())
                .contains("Application desk 1 is RUNNING");
        assertThat(visit(domain, visitor)).isEqualTo("version 1, new false");
        assertThat(domain.cli("redeploy", "desk", "--version", "2", "--server", "server-2")
                        .text())
                .contains("Application desk 2 is RUNNING");

        // A server that is killed while a version retires has both again, and nobody in the old one, which goes.
        domain.signal("server-2", "KILL");
        domain.process("server-2").waitFor(60, TimeUnit.SECONDS);
        domain.forget("server-2");
        start(domain, "server-2");
        assertThat(visit(domain, visitor)).isEqualTo("version 2, new true");
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

    private static String visit(LiveDomain domain, HttpClient visitor) throws Exception {
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
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            start(domain, "AdminServer", "server-1", "server-2");
            deployed(domain, "one");
            domain.signal("AdminServer", "KILL");
            domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS);
            domain.forget("AdminServer");
            domain.options("-Dkeelson.boot.halt-at=" + point);
            start(domain, "AdminServer");
            awaitJoined(domain);
            assertThatThrownBy(() -> put(domain, "shop", war("two"))).isInstanceOf(IOException.class);
            assertThat(domain.process("AdminServer").waitFor(60, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(domain.process("AdminServer").exitValue()).isEqualTo(99);
            assertThat(served(domain, "server-1"))
                    .as("not decided, as far as it knows")
                    .isEqualTo("one");
            domain.options().forget("AdminServer");
            start(domain, "AdminServer");
            awaitServed(domain, "server-1", content);
            awaitServed(domain, "server-2", content);
            assertThat(put(domain, "shop", war("three")).statusCode()).isEqualTo(200);
            assertThat(served(domain, "server-1")).isEqualTo("three");
            assertThat(served(domain, "server-2")).isEqualTo("three");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"before-rehearsal", "before-deploy", "after-deploy"})
    void aServerDiesWhileItIsDeployed(String point) throws Exception {
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            start(domain, "AdminServer", "server-1");
            domain.options("-Dkeelson.boot.halt-at=" + point);
            start(domain, "server-2");
            awaitJoined(domain);
            deployed(domain, "one");
            assertThat(domain.process("server-2").waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(domain.process("server-2").exitValue()).isEqualTo(99);
            assertThat(served(domain, "server-1")).isEqualTo("one");
            domain.options().forget("server-2");
            start(domain, "server-2");
            assertThat(served(domain, "server-2")).isEqualTo("one");
        }
    }

    @Test
    void aServerThatHangsHoldsUpNobodyAndCatchesUp() throws Exception {
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            start(domain, "AdminServer", "server-1", "server-2");
            deployed(domain, "one");
            domain.signal("server-2", "STOP");
            HttpResponse<String> done = put(domain, "shop", war("two"));
            assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
            assertThat(done.body()).contains("{\"server\":\"server-2\",\"state\":\"UNKNOWN\"");
            assertThat(served(domain, "server-1")).isEqualTo("two");
            domain.signal("server-2", "CONT");
            awaitServed(domain, "server-2", "two");
        }
    }

    @Test
    void aFullDiskChangesNothingAnywhere() throws Exception {
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            start(domain, "AdminServer", "server-1", "server-2");
            deployed(domain, "one");
            byte[] large = new byte[2_000_000];
            new Random(7).nextBytes(large);
            WarFile two = war("two").bytes("large.bin", large);
            Usage.limit(domain.process("server-2"), "--fsize=1000000:");
            HttpResponse<String> refused = put(domain, "shop", two);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
            assertThat(refused.body()).contains("server-2: ", "cannot be fetched");
            Usage.limit(domain.process("server-2"), "--fsize=unlimited:");
            Usage.limit(domain.process("AdminServer"), "--fsize=1000000:");
            HttpResponse<String> full = put(domain, "shop", two);
            assertThat(full.statusCode()).as(full.body()).isEqualTo(507);
            Usage.limit(domain.process("AdminServer"), "--fsize=unlimited:");
            assertThat(served(domain, "server-1")).isEqualTo("one");
            assertThat(served(domain, "server-2")).isEqualTo("one");
            assertThat(put(domain, "shop", two).statusCode()).isEqualTo(200);
            assertThat(served(domain, "server-1")).isEqualTo("two");
            assertThat(served(domain, "server-2")).isEqualTo("two");
        }
    }
}
