package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The node manager with real servers, which are killed, as it is itself. */
@Timeout(240)
@Order(6)
class NodeManagerSystemIT {
    @TempDir
    Path directory;

    private LiveDomain domain;

    @BeforeEach
    void make() throws Exception {
        domain = LiveDomain.create(directory, 2);
        domain.configure(text -> text.replace("  server-2:\n", "  server-2:\n    restart-max: 1\n"));
        LiveServer.Said said = domain.startNode();
        assertThat(said.exit()).as(said.text()).isZero();
    }

    @AfterEach
    void end() throws Exception {
        domain.endNode();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200));
    }

    private String node() {
        LiveServer.Said said = domain.cli("node", "status", "--json");
        assertThat(said.exit()).as(said.text()).isZero();
        return said.text();
    }

    /** Returns what stands in the text behind that key, without quotes. */
    private static String field(String json, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":\"?([^,\"}]*)").matcher(json);
        assertThat(found.find()).as(key + " of " + json).isTrue();
        return found.group(1);
    }

    private long nodePid() {
        return Long.parseLong(field(node(), "pid"));
    }

    /** That value of a server, as the node manager shows it. */
    private String server(String name, String key) {
        String text = node();
        Matcher found = Pattern.compile("\\{\"name\":\"" + name + "\"[^}]*}").matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return key.equals("why") ? found.group() : field(found.group(), key);
    }

    private long pid(String name) {
        return Long.parseLong(server(name, "pid"));
    }

    private void start(String... servers) {
        for (String server : servers) {
            LiveServer.Said said = domain.cli("server", "start", server);
            assertThat(said.exit()).as(said.text()).isZero();
            assertThat(said.text()).contains("Server " + server + " is RUNNING.");
        }
    }

    private static void kill(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    /** Waits until the server is RUNNING in another process than that. */
    private long awaitAnother(String name, long before) {
        soon().untilAsserted(() -> {
            assertThat(server(name, "state")).isEqualTo("RUNNING");
            assertThat(pid(name)).isNotEqualTo(before);
        });
        return pid(name);
    }

    @Test
    void itOutlivesItsOwnDeathAndThatOfServers() throws Exception {
        start("server-1", "server-2");
        long first = pid("server-1");
        long second = pid("server-2");
        kill(first);
        long again = awaitAnother("server-1", first);
        assertThat(server("server-1", "restarts")).isEqualTo("1");
        assertThat(server("server-1", "why")).contains("signal 9");

        LiveServer.Said other = domain.startNode();
        assertThat(other.exit()).isEqualTo(1);
        assertThat(other.text()).contains("runs already, as process");
        assertThat(LiveServer.run(
                                Map.of(),
                                "node",
                                "run",
                                "--domain",
                                domain.directory().toString())
                        .text())
                .contains("a node manager of", "runs already on this machine");

        kill(nodePid());
        soon().until(() -> domain.cli("node", "status").exit() == 3);
        assertThat(ProcessHandle.of(again).map(ProcessHandle::isAlive)).contains(true);
        assertThat(ProcessHandle.of(second).map(ProcessHandle::isAlive)).contains(true);
        kill(again); // nobody watches
        assertThat(domain.startNode().exit()).isZero();
        assertThat(pid("server-2")).as("adopted").isEqualTo(second);
        assertThat(server("server-2", "watched")).isEqualTo("true");
        awaitAnother("server-1", again);
        kill(second); // it is no child of this node manager
        long third = awaitAnother("server-2", second);

        // Its restart-max is 1.
        kill(third);
        soon().untilAsserted(() -> assertThat(server("server-2", "state")).isEqualTo("FAILED_NOT_RESTARTABLE"));
        assertThat(server("server-2", "why")).contains("restart-max is 1");
        assertThat(domain.cli("status").text()).contains("server-2", "FAILED_NOT_RESTARTABLE");
        start("server-2");
    }

    @Test
    void whatAnOperatorStopsStaysStopped() throws Exception {
        start("server-1", "server-2");
        LiveServer.Said stopped = domain.cli("server", "stop", "server-1");
        assertThat(stopped.text()).contains("Server server-1 has ended.");
        assertThat(domain.cli("stop", "--server", "server-2", "--force").exit()).isZero();
        kill(nodePid());
        soon().until(() -> domain.cli("node", "status").exit() == 3);
        assertThat(domain.startNode().exit()).isZero();
        for (String server : List.of("server-1", "server-2")) {
            assertThat(server(server, "state")).isEqualTo("SHUTDOWN");
            assertThat(server(server, "watched")).isEqualTo("false");
        }
        start("server-1");
        assertThat(domain.cli("server", "kill", "server-1").exit()).isZero();
        soon().untilAsserted(() -> assertThat(server("server-1", "state")).isEqualTo("SHUTDOWN"));
        assertThat(domain.cli("server", "stop", "server-1").text()).contains("does not run");
        assertThat(domain.cli("server", "log", "server-1", "--lines", "500").text())
                .contains("KLS-000360");
        assertThat(domain.cli("server", "start", "nobody").text()).contains("has no server 'nobody'");
    }

    @Test
    void whoCannotStartIsSaidToBeSo() throws Exception {
        domain.configure(text -> text.replaceFirst("  server-1:\n", "  server-1:\n    no-such-setting: 1\n"));
        LiveServer.Said said = domain.cli("server", "start", "server-1");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.text()).contains("FAILED_NOT_RESTARTABLE", "exit code 2", "no-such-setting");

        domain.configure(text -> text.replace("    no-such-setting: 1\n", ""));
        ProcessHandle node = ProcessHandle.of(nodePid()).orElseThrow();
        Usage.limit(node.pid(), "--fsize=0:");
        LiveServer.Said full = domain.cli("server", "start", "server-1");
        assertThat(full.exit()).isEqualTo(1);
        assertThat(full.text()).contains("the disk did not keep that server-1 is to run");
        Usage.limit(node.pid(), "--fsize=unlimited:");
        start("server-1");

        // A record that nobody can read: the server runs on and is watched.
        long pid = pid("server-1");
        kill(node.pid());
        soon().until(() -> domain.cli("node", "status").exit() == 3);
        Files.writeString(domain.directory().resolve("node/servers/server-1.json"), "{\"wanted\":tr");
        assertThat(domain.startNode().exit()).isZero();
        assertThat(pid("server-1")).isEqualTo(pid);
        kill(pid);
        awaitAnother("server-1", pid);
        assertThat(domain.directory().resolve("node/servers/server-1.json.damaged"))
                .exists();
    }

    @Test
    void theAdminServerHandsOrdersOn() throws Exception {
        start("AdminServer");
        String nodes = domain.manage("AdminServer", "domain/nodes").body();
        assertThat(field(nodes, "state")).isEqualTo("RUNNING");
        assertThat(nodes).contains("\"name\":\"AdminServer\"", "\"name\":\"server-1\"", "\"name\":\"server-2\"");
        assertThat(order("server-1", "start").statusCode()).isEqualTo(202);
        soon().untilAsserted(() -> assertThat(server("server-1", "state")).isEqualTo("RUNNING"));
        HttpResponse<String> twice = order("server-1", "start");
        assertThat(twice.statusCode()).isEqualTo(409);
        assertThat(twice.body()).contains("runs already");
        assertThat(order("nobody", "start").statusCode()).isEqualTo(404);
        assertThat(domain.manage("AdminServer", "domain/servers/server-1/output?from=0")
                        .body())
                .contains("KLS-000360", "\"from\":0");
        long first = pid("server-1");
        assertThat(order("server-1", "kill?restart=true").statusCode()).isEqualTo(202);
        awaitAnother("server-1", first);
        assertThat(order("server-1", "shutdown").statusCode()).isEqualTo(202);
        soon().untilAsserted(() -> assertThat(server("server-1", "state")).isEqualTo("SHUTDOWN"));
        assertThat(order("server-1", "kill").statusCode()).isEqualTo(409);

        kill(pid("AdminServer"));
        soon().untilAsserted(() -> assertThat(server("AdminServer", "state")).isEqualTo("RUNNING"));
        domain.cli("node", "stop");
        assertThat(order("server-1", "start").statusCode()).isEqualTo(503);
        assertThat(field(domain.manage("AdminServer", "domain/nodes").body(), "state"))
                .isEqualTo("SHUTDOWN");
    }

    private HttpResponse<String> order(String server, String what) throws Exception {
        return domain.send(
                "AdminServer",
                "POST",
                "domain/servers/" + server + "/" + what,
                "application/json",
                "{}".getBytes(StandardCharsets.UTF_8));
    }
}
