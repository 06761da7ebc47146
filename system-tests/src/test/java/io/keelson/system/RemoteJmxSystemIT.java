package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Remote JMX of a server of the distribution, with a client in another JVM that has nothing of Keelson's. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RemoteJmxSystemIT {
    private static final String SERVER = "io.keelson:server=AdminServer,type=server";
    private static final String MEMORY = "java.lang:type=Memory";
    private static final String ORDERS = "io.keelson:server=AdminServer,type=configuration,path=work-managers.orders";

    @TempDir
    Path directory;

    @Test
    void aClientElsewhereHasTheRightsOfItsUser() throws Exception {
        int first = FreePorts.next();
        int second = FreePorts.next();
        try (LiveServer server = LiveServer.create(directory)) {
            user(server, "mona", "Monitors");
            user(server, "otto", "Operators");
            user(server, "anna", "Administrators");
            assertThat(server.cli("tls", "create-certificate").exit()).isZero();
            server.launch(
                    "-Dkeelson.servers.AdminServer.tls.certificate=security/tls.pem",
                    "-Dkeelson.servers.AdminServer.tls.key=security/tls.key",
                    "-Dkeelson.servers.AdminServer.tls-listen-port=0");
            server.awaitRunning();
            assertThat(server.output()).doesNotContain("KLS-14164");
            assertThat(FreePorts.isFree(first)).as("there is none by default").isTrue();
            set(server, "work-managers.orders.capacity", "50");
            set(server, "servers.AdminServer.jmx-port", String.valueOf(first));
            assertThat(server.output()).contains("KLS-141640: Remote JMX answers at " + url(first));

            try (JmxClient client = JmxClient.trusting(server.domain().resolve("security/tls.pem"), directory)) {
                rolesCount(server, client, first);
                anotherPortIsTakenAtOnce(server, client, first, second);
            }
            assertThat(server.output())
                    .doesNotContain("ERROR")
                    .doesNotContain("secret-of-")
                    .doesNotContain("not the one of");
            assertThat(server.cli("stop").exit()).isZero();
            await().atMost(Duration.ofSeconds(60)).until(() -> FreePorts.isFree(second));
        }
    }

    private void rolesCount(LiveServer server, JmxClient client, int port) throws Exception {
        assertThat(client.ask("connect", "anna", "not the one of anna", url(port)))
                .startsWith("java.lang.SecurityException: The name or the password is wrong");
        for (String user : List.of("mona", "otto", "anna")) {
            assertThat(client.ask("connect", user, "secret-of-" + user, url(port)))
                    .startsWith("ok rmi:");
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> client.ask("get", "mona", SERVER, "State").equals("ok RUNNING"));
        assertThat(client.ask("get", "mona", MEMORY, "Verbose")).isEqualTo("ok false");
        assertThat(client.ask("invoke", "mona", MEMORY, "gc"))
                .isEqualTo("java.lang.SecurityException: This needs the role admin; mona has monitor");
        assertThat(client.ask("set", "otto", ORDERS, "Capacity", "60"))
                .isEqualTo("java.lang.SecurityException: This needs the role admin; otto has operator");
        assertThat(client.ask("set", "anna", ORDERS, "Capacity", "60")).isEqualTo("ok ");
        assertThat(client.ask("get", "mona", ORDERS, "Capacity")).isEqualTo("ok 60");
        assertThat(client.ask("evil", "anna", SERVER)).contains("REJECTED");
        assertThat(server.cli("config", "history").text()).contains("anna", "work-managers.orders.capacity by JMX");
        assertThat(client.ask("invoke", "mona", SERVER, "threadDump"))
                .startsWith("ok ")
                .contains("keelson.management.RemoteJmx")
                .as("RMI's collection of all garbage once an hour, and what keeps a process alive")
                .doesNotContain("GC Daemon")
                .doesNotContain("RMI Reaper");
        assertThat(Files.readString(server.domain().resolve("servers/AdminServer/logs/audit.log")))
                .containsPattern(
                        "\"begin\",[^\\n]*\"user\":\"anna\",\"via\":\"jmx\",\"roles\":\"admin\",\"from\":\"127.0.0.1\","
                                + "\"method\":\"SET\"")
                .containsPattern("\"refused\",[^\\n]*\"user\":\"mona\",\"via\":\"jmx\"[^\\n]*\"INVOKE\"")
                .doesNotContain("secret-of-");
    }

    private void anotherPortIsTakenAtOnce(LiveServer server, JmxClient client, int first, int second) throws Exception {
        try (ServerSocket taken = new ServerSocket(second, 1, InetAddress.getLoopbackAddress())) {
            LiveServer.Said refused = server.cli(
                    "config",
                    "set",
                    "servers.AdminServer.jmx-port",
                    String.valueOf(taken.getLocalPort()),
                    "--activate");
            assertThat(refused.exit()).as(refused.text()).isNotZero();
            assertThat(refused.text()).contains("cannot listen at 127.0.0.1, port " + second);
            server.cli("config", "discard");
        }
        assertThat(client.ask("get", "mona", MEMORY, "Verbose"))
                .as("nothing has changed")
                .isEqualTo("ok false");
        set(server, "servers.AdminServer.jmx-port", String.valueOf(second));
        assertThat(FreePorts.isFree(first)).isTrue();
        assertThat(client.ask("get", "mona", MEMORY, "Verbose")).doesNotStartWith("ok");
        assertThat(client.ask("connect", "mona", "secret-of-mona", url(second))).startsWith("ok rmi:");
        set(server, "jmx.max-connections", "3");
        assertThat(client.ask("connect", "mona", "secret-of-mona", url(second)))
                .as("the same port again\n%s", server.output())
                .startsWith("ok rmi:");
        assertThat(server.cli("user", "remove", "mona").exit()).isZero();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !client.ask("get", "mona", MEMORY, "Verbose").startsWith("ok"));
    }

    private static void set(LiveServer server, String path, String value) {
        LiveServer.Said said = server.cli("config", "set", path, value, "--activate");
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private void user(LiveServer server, String name, String group) throws Exception {
        Path password = Files.writeString(directory.resolve(name), "secret-of-" + name);
        LiveServer.Said said =
                server.cli("user", "add", name, "--group", group, "--password-file", password.toString());
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private static String url(int port) {
        return "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi";
    }
}
