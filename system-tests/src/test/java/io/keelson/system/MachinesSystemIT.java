package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A domain of two machines: loopback addresses with directories of their own, or network namespaces with a wire between them, where the
 * rules for what is off loopback hold.
 */
@Timeout(360)
@Order(Integer.MAX_VALUE - 5)
@Tag("whole")
class MachinesSystemIT {
    @TempDir
    Path directory;

    private Machine alpha;
    private Machine beta;
    private final List<String> namespaces = new ArrayList<>();

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(300));
    }

    /** A free port whose next is free too, of those that the system does not give to outgoing connections. */
    private static int port(String address) throws IOException {
        for (int i = 0; i < 200; i++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket one = new ServerSocket(port, 1, InetAddress.getByName(address));
                    ServerSocket next = new ServerSocket(port + 1, 1, InetAddress.getByName(address))) {
                return port + (one.isBound() && next.isBound() ? 0 : 1);
            } catch (IOException e) {
                continue;
            }
        }
        throw new IOException("no free port of " + address);
    }

    @AfterEach
    void end() throws Exception {
        for (Machine machine : new Machine[] {beta, alpha}) {
            if (machine != null && Files.exists(machine.domain().resolve("domain.yaml"))) {
                machine.cli("node", "stop");
            }
            if (machine != null) {
                machine.close();
            }
        }
        // Those of this test alone: the directory is in their command lines.
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains("--domain " + directory))
                .forEach(ProcessHandle::destroyForcibly);
        for (String namespace : namespaces) {
            Machine.said(List.of("ip", "netns", "del", namespace));
        }
    }

    @Test
    @Tag("soak")
    void twoLoopbackAddresses() throws Exception {
        int node = port("127.0.0.3");
        int channel = port("127.0.0.2");
        LiveDomain made = LiveDomain.create(directory.resolve("alpha"), 1);
        alpha = new Machine("127.0.0.2", List.of(), made.directory());
        beta = new Machine("127.0.0.3", List.of(), directory.resolve("beta/domain"));
        story(channel, node, port("127.0.0.3"), port("127.0.0.3"), port("127.0.0.3"), false);
    }

    /** With a wire between them, where that can be made: it takes root and iproute2. */
    @Test
    void twoMachines() throws Exception {
        String one = "kl-a" + ProcessHandle.current().pid();
        String two = "kl-b" + ProcessHandle.current().pid();
        if (!Files.isExecutable(Path.of("/usr/sbin/ip"))
                || !"root".equals(System.getProperty("user.name"))
                || Machine.said(List.of("ip", "netns", "add", one)).exit() != 0) {
            System.out.println(
                    "No network namespace can be made here: two loopback addresses instead, and nothing is cut.");
            twoLoopbackAddresses();
            return;
        }
        namespaces.add(one);
        Machine.must("ip", "netns", "add", two);
        namespaces.add(two);
        Machine.must("ip", "-n", one, "link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", two);
        for (String namespace : namespaces) {
            String address = namespace.equals(one) ? "10.77.0.1" : "10.77.0.2";
            Machine.must("ip", "-n", namespace, "addr", "add", address + "/24", "dev", "wire");
            Machine.must("ip", "-n", namespace, "link", "set", "wire", "up");
            Machine.must("ip", "-n", namespace, "link", "set", "lo", "up");
        }
        LiveDomain made = LiveDomain.create(directory.resolve("alpha"), 1);
        alpha = new Machine("10.77.0.1", List.of("ip", "netns", "exec", one), made.directory());
        beta = new Machine("10.77.0.2", List.of("ip", "netns", "exec", two), directory.resolve("beta/domain"));
        story(7443, 5556, 7003, 7103, 7443, true);
    }

    private void story(int channel, int nodePort, int listen, int cluster, int secured, boolean apart)
            throws Exception {
        alpha.done("machine", "init", "alpha", "--address", alpha.address(), "--port", String.valueOf(channel));
        Path yaml = alpha.domain().resolve("domain.yaml");
        Files.writeString(
                yaml,
                Files.readString(yaml).replaceFirst("(?m)^servers:.*$", "$0\n" + server(listen, cluster, secured))
                        + "\nmachines:\n  certificate-life: 1m\n");
        alpha.done("node", "start");
        alpha.done("server", "start", "AdminServer");

        enrols(nodePort);
        Path ownKey = beta.domain().resolve("security/machine.key");
        assertThat(Files.readString(ownKey)).contains("PRIVATE KEY");
        String before = Files.readString(beta.domain().resolve("security/machine.pem"));
        beta.done("node", "start");
        soon().untilAsserted(() -> assertThat(alpha.done("machine", "list")).containsPattern("beta +ENROLLED"));

        // The admin server's machine starts a server of the other one, which joins the cluster.
        alpha.done("server", "start", "server-1");
        assertThat(alpha.done("server", "start", "beta-1")).contains("Server beta-1 is RUNNING.");
        // What runs elsewhere is told every other second.
        soon().untilAsserted(() -> assertThat(alpha.done("status")).containsPattern("beta-1 +RUNNING"));
        soon().untilAsserted(() -> assertThat(beta.done("status"))
                .containsPattern("AdminServer +RUNNING")
                .containsPattern("beta-1 +RUNNING"));
        soon().untilAsserted(() -> assertThat(beta.domain().resolve("servers/beta-1/logs/beta-1.out"))
                .content()
                .containsPattern("KLS-300100.*has .*beta-1.*missing: none"));
        assertThat(alpha.done("server", "log", "beta-1")).contains("KLS-000360");
        assertThat(beta.cli("server", "kill", "server-1").exit())
                .as("not from here")
                .isEqualTo(1);

        // A change of the configuration reaches it, and the copy of its machine.
        alpha.done("config", "set", "servers.beta-1.restart-max", "7");
        assertThat(alpha.done("config", "activate", "--comment", "more")).doesNotContain("unreachable");
        soon().untilAsserted(() ->
                assertThat(beta.domain().resolve("domain.yaml")).content().contains("restart-max: 7"));

        // Killed from elsewhere as if it had crashed it comes again.
        String pid = pid();
        alpha.done("server", "kill", "beta-1", "--restart");
        awaitAnother(pid);

        if (apart) {
            tokenAloneIsWorthNothing(channel);
            soon().untilAsserted(() -> assertThat(alpha.done("status")).containsPattern("beta-1 +RUNNING +pid \\d+"));
            new DeploymentAcrossACut(alpha, beta, namespaces.get(0), "http://" + beta.address() + ":" + listen)
                    .run(directory);
        }
        // Its certificate is renewed with a new key, and what runs goes on.
        soon().untilAsserted(() -> assertThat(Files.readString(beta.domain().resolve("security/machine.pem")))
                .isNotEqualTo(before));
        soon().untilAsserted(
                        () -> assertThat(beta.cli("machine", "list").exit()).isZero());

        isPutOut();
    }

    private void awaitAnother(String before) {
        soon().untilAsserted(() -> {
            assertThat(alpha.done("status")).containsPattern("beta-1 +RUNNING +pid \\d+");
            assertThat(pid()).isNotEqualTo(before);
        });
    }

    private String pid() throws Exception {
        Matcher found = Pattern.compile("beta-1 +\\S+ +pid (\\d+)").matcher(alpha.done("status"));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private String server(int listen, int cluster, int secured) {
        return String.join(
                "\n",
                "  beta-1:",
                "    machine: beta",
                "    cluster: cluster-1",
                "    listen-address: " + beta.address(),
                "    listen-port: " + listen,
                "    cluster-address: " + beta.address(),
                "    cluster-port: " + cluster,
                "    channels:",
                "      machines:",
                "        listen-address: " + beta.address(),
                "        listen-port: " + secured,
                "        protocols: [http, keelson]",
                "        tls: {certificate: security/machine.pem, key: security/machine.key, client-auth: wanted, trust:"
                        + " security/ca.pem}");
    }

    private void enrols(int nodePort) throws Exception {
        String added = alpha.done(
                "machine",
                "add",
                "beta",
                "--address",
                beta.address(),
                "--node-port",
                String.valueOf(nodePort),
                "--json");
        Matcher found = Pattern.compile("\"token\":\"([^\"]+)\"").matcher(added);
        assertThat(found.find()).as(added).isTrue();
        String token = found.group(1);
        // The same with another secret.
        String wrong = "keelson1."
                + base64(new String(java.util.Base64.getUrlDecoder().decode(token.substring("keelson1.".length())))
                        .replaceFirst("\"secret\":\"....", "\"secret\":\"aaaa"));
        LiveServer.Said refused =
                beta.run("machine", "enroll", "--token", wrong, beta.domain().toString());
        assertThat(refused.exit()).as(refused.text()).isEqualTo(1);
        assertThat(refused.text()).contains("does not count, or not any more");
        assertThat(beta.domain()).doesNotExist();
        LiveServer.Said in =
                beta.run("machine", "enroll", "--token", token, beta.domain().toString());
        assertThat(in.exit()).as(in.text()).isZero();
        LiveServer.Said again = beta.run(
                "machine",
                "enroll",
                "--token",
                token,
                directory.resolve("beta/again").toString());
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.text()).contains("does not count, or not any more");
        String audit = Files.readString(alpha.domain().resolve("servers/AdminServer/logs/audit.log"));
        assertThat(audit)
                .contains("machine:beta", "/management/v1/machines/beta")
                .doesNotContain(token.substring(20));
    }

    private static String base64(String text) {
        return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes());
    }

    /** On the wire the domain's token counts with the certificate of a machine only. */
    private void tokenAloneIsWorthNothing(int channel) throws Exception {
        String token = Files.readString(beta.domain().resolve("security/management-token"))
                .strip();
        String url = "https://" + alpha.address() + ":" + channel + "/management/v1/server";
        List<String> curl = new ArrayList<>(beta.prefix());
        curl.addAll(List.of(
                "curl",
                "-s",
                "-o",
                "/dev/null",
                "-w",
                "%{http_code}",
                "--cacert",
                beta.domain().resolve("security/ca.pem").toString(),
                "-H",
                "Authorization: Bearer " + token,
                url));
        assertThat(Machine.said(curl).text()).isEqualTo("403");
        curl.addAll(List.of(
                "--cert", beta.domain().resolve("security/machine.pem").toString(),
                "--key", beta.domain().resolve("security/machine.key").toString()));
        assertThat(Machine.said(curl).text()).isEqualTo("200");
    }

    private void isPutOut() throws Exception {
        soon().untilAsserted(() -> assertThat(alpha.done("status")).containsPattern("beta-1 +RUNNING +pid \\d+"));
        String runs = pid();
        LiveServer.Said refused = alpha.cli("machine", "remove", "beta");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.text()).contains("These servers are to run on it: beta-1");
        // It is lost, and its server runs on: what it has of connections ends, and the cluster goes on without it.
        Path log = alpha.domain().resolve("servers/server-1/logs/server-1.out");
        assertThat(lastView(log)).contains("missing: none");
        alpha.done("machine", "remove", "beta", "--force");
        soon().untilAsserted(() -> assertThat(lastView(log)).contains("missing: beta-1"));
        assertThat(ProcessHandle.of(Long.parseLong(runs)).map(ProcessHandle::isAlive))
                .contains(true);
        // Its server is nobody's until the configuration says whose.
        assertThat(alpha.done("machine", "list")).containsPattern("(?m)^ +beta +REMOVED +beta-1");
        soon().untilAsserted(() -> assertThat(alpha.done("status")).containsPattern("beta-1 +NO_MACHINE"));
        LiveServer.Said start = alpha.cli("server", "start", "beta-1");
        assertThat(start.exit()).as(start.text()).isNotZero();
        assertThat(start.text()).contains("beta");
        LiveServer.Said remote = beta.cli("machine", "list");
        assertThat(remote.exit()).as(remote.text()).isNotZero();
    }

    private static String lastView(Path log) throws IOException {
        return Files.readString(log)
                .lines()
                .filter(line -> line.contains("KLS-300100"))
                .reduce("", (before, next) -> next);
    }
}
