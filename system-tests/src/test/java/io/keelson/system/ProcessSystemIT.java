package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.boot.Main;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server as a process: what its operator sees from start to end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProcessSystemIT {
    private static final Path HELLO = LiveServer.HOME.resolve("demo/hello.war");

    @TempDir
    static Path shared;

    private LiveServer common;

    @TempDir
    Path directory;

    @AfterAll
    void end() throws Exception {
        if (common != null) {
            common.close();
        }
    }

    /** A server with three readers for tests that leave it as it is. */
    private LiveServer common() throws Exception {
        if (common == null) {
            common = LiveServer.start(shared, "-Dkeelson.SocketReaders=3");
        }
        return common;
    }

    @Test
    void startsServesAndStopsInGoodOrder() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            assertThat(server.output()).contains("KLS-000360", "KLS-002613");
            assertThat(server.command("status", "--json").text())
                    .contains(
                            "\"state\":\"RUNNING\"",
                            "\"pid\":" + server.process().pid());
            assertThat(server.command("deploy", HELLO.toString()).exit()).isZero();
            assertThat(server.get("/hello/").body()).contains("Hello from Keelson", "ExecuteThread:");

            assertThat(server.command("stop").exit()).isZero();

            assertThat(server.awaitExit()).isZero();
            assertThat(server.command("status", "--json").text()).contains("\"state\":\"SHUTDOWN\"");
        }
    }

    @Test
    void aThreadDumpShowsExactlyTheConfiguredReaders() throws Exception {
        LiveServer server = common();
        String dump = server.command("thread-dump").text();

        for (int i = 0; i < 3; i++) {
            assertThat(dump).contains("ExecuteThread: '" + i + "' for queue: 'keelson.socket.Muxer'");
        }
        assertThat(dump).doesNotContain("'3' for queue: 'keelson.socket.Muxer'");
        assertThat(dump).contains("DynamicListenThread[Default]");
    }

    @Test
    void applicationsAreThereAgainAfterARestartAndAfterAKill() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            assertThat(server.cli("deploy", HELLO.toString(), "--name", "greeting", "--context-root", "/hi")
                            .exit())
                    .isZero();
            server.kill();
            assertThat(server.cli("status", "--json").text()).doesNotContain("RUNNING");

            Files.writeString(directory.resolve("domain.out"), "");
            server.launch();
            server.awaitRunning();

            assertThat(server.get("/hi/").statusCode()).isEqualTo(200);
            assertThat(server.cli("undeploy", "greeting").exit()).isZero();
            assertThat(server.get("/hi/").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aRequestInFlightEndsBeforeTheServerDoes() throws Exception {
        try (LiveServer server = LiveServer.start(directory);
                Socket socket = connect(server)) {
            assertThat(server.cli("deploy", HELLO.toString()).exit()).isZero();
            OutputStream out = socket.getOutputStream();
            out.write("GET /hello/slow HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            // It is under way when the application has its timer's thread, which will answer in a second.
            await().until(() -> server.manage("GET", "server/threads").body().contains("hello-timer"));

            server.process().destroy();

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 200").contains("Answered after a second");
            server.awaitExit();
        }
    }

    @Test
    void aPortInUseIsNamedAndTheExitCodeIsNotZero() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LiveServer server = LiveServer.create(directory)) {
            server.launch("-Dkeelson.ListenPort=" + taken.getLocalPort());

            assertThat(server.awaitExit()).isNotZero();
            assertThat(server.output()).contains(String.valueOf(taken.getLocalPort()));
            assertThat(server.output()).doesNotContain("KLS-000360");
        }
    }

    @Test
    void allErrorsOfTheConfigurationAreReportedWithTheirPlace() throws Exception {
        try (LiveServer server = LiveServer.create(directory)) {
            Files.writeString(server.domain().resolve("domain.yaml"), """
                    name: broken
                    servers:
                      AdminServer:
                        listen-prot: 7001
                        socket-readers: many
                    """);
            server.launch();

            assertThat(server.awaitExit()).isEqualTo(2);
            assertThat(server.output())
                    .contains("domain.yaml:4:5", "listen-port", "domain.yaml:5:21")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void twoServersDoNotShareADirectory() throws Exception {
        LiveServer server = common();
        LiveServer.Said second = LiveServer.run(
                java.util.Map.of("JAVA_OPTS", "-Dkeelson.ListenPort=0"),
                "start",
                "--domain",
                server.domain().toString());

        assertThat(second.exit()).isNotZero();
        assertThat(second.text()).contains(String.valueOf(server.process().pid()));
        assertThat(server.cli("status", "--json").text()).contains("RUNNING");
    }

    @Test
    void theManagementTokenIsForItsUserOnly() throws Exception {
        LiveServer server = common();
        Path token = server.domain().resolve("security/management-token");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                .isEqualTo("rw-------");
        assertThat(server.get("/management/v1/deployments").statusCode()).isEqualTo(401);
        assertThat(server.output()).doesNotContain(Files.readString(token).trim());
    }

    @Test
    void anArchiveInTheAutodeployDirectoryIsServed() throws Exception {
        LiveServer server = common();
        Path dropped = server.domain().resolve("autodeploy/hello.war");
        Files.copy(HELLO, dropped);
        await().atMost(Duration.ofSeconds(60)).until(() -> server.get("/hello/").statusCode() == 200);

        Files.delete(dropped);

        await().atMost(Duration.ofSeconds(60)).until(() -> server.get("/hello/").statusCode() == 404);
    }

    private static Socket connect(LiveServer server) throws Exception {
        String[] parts = server.address().split(":");
        return new Socket(parts[0], Integer.parseInt(parts[1]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LANG=xx_XX.UTF-8", "LC_CTYPE=UTF-8", "LC_TIME=xx_XX.UTF-8"})
    void aDomainIsMadeWhereItIsMissingEvenWithoutALocaleOfThisMachine(String locale) throws Exception {
        Path domain = directory.resolve("dömäin 日本");
        Map<String, String> environment = new HashMap<>(
                Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", "C.UTF-8", "JAVA_OPTS", "-Dkeelson.ListenPort=none"));
        environment.put(locale.substring(0, locale.indexOf('=')), locale.substring(locale.indexOf('=') + 1));
        LiveServer.Said refused = LiveServer.run(environment, "start", "--domain", domain.toString());

        assertThat(refused.exit()).as(refused.text()).isEqualTo(Main.USAGE);
        assertThat(refused.text()).contains("listen-port");
        assertThat(domain.resolve("domain.yaml")).exists();
    }

    @Test
    void aStreamThatIsClosedIsNotTakenForAFileThatTheJvmOpens() throws Exception {
        Path domain = directory.resolve("d");
        assertThat(LiveServer.run(Map.of(), "domain", "create", domain.toString())
                        .exit())
                .isZero();

        Process shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec <&-; exec \"$0\" shell --domain \"$1\"",
                        LiveServer.HOME.resolve("bin/keelson").toString(),
                        domain.toString())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void theCommandLineUsesAnAdminChannelOnTlsWithoutAWordAboutIt() throws Exception {
        try (LiveServer server = LiveServer.create(directory)) {
            assertThat(server.command("tls", "create-certificate").exit()).isZero();
            server.configure("    channels:\n      admin: {listen-port: 0, admin: true,"
                    + " tls: {certificate: security/tls.pem, key: security/tls.key}}\n");
            server.launch();
            server.awaitRunning();

            LiveServer.Said deployed = server.command("deploy", HELLO.toString());
            assertThat(deployed.text().strip()).isEqualTo("Application hello is RUNNING, at /hello.");
            assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
            LiveServer.Said stopped = server.command("stop");
            assertThat(stopped.text().strip()).isEqualTo("Server AdminServer has ended.");
        }
    }

    @Test
    void aFilterForTheStreamsOfApplicationsIsNoSettingAndCheckedAtTheStart() throws Exception {
        String filter = "-Dkeelson.application-serial-filter=";
        String domain = directory.resolve("filtered").toString();
        LiveServer.Said taken = LiveServer.run(
                Map.of("JAVA_OPTS", filter + "maxdepth=9 -Dkeelson.ListenPort=none"), "start", "--domain", domain);
        assertThat(taken.exit()).as(taken.text()).isEqualTo(Main.USAGE);
        assertThat(taken.text()).contains("listen-port").doesNotContain("serial-filter");

        LiveServer.Said refused =
                LiveServer.run(Map.of("JAVA_OPTS", filter + "maxdepth=deep"), "start", "--domain", domain);
        assertThat(refused.exit()).as(refused.text()).isEqualTo(Main.USAGE);
        assertThat(refused.text())
                .contains("-Dkeelson.application-serial-filter=maxdepth=deep is no pattern")
                .doesNotContain("\tat ");
    }

    /** As other tools: whoever reads a pipe may have seen enough, and what could not be written is no success. */
    @Test
    void anExitCodeSaysWhatBecameOfTheOutputToo() throws Exception {
        Process shell = new ProcessBuilder(
                        "bash",
                        "-c",
                        "\"$0\" help | true; echo ${PIPESTATUS[0]}; \"$0\" help >/dev/full; echo $?; \"$0\" lb --nonsense; echo $?",
                        LiveServer.HOME.resolve("bin/keelson").toString())
                .start();
        shell.getOutputStream().close();
        String codes = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String said = new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(codes.lines()).as(said).containsExactly("141", "1", "2");
        assertThat(said)
                .contains("could not be written to standard output", "Usage: keelson lb")
                .doesNotContain("\tat ");
    }

    @Test
    void aDirectoryWithOtherThingsIsNotMadeADomain() throws Exception {
        Path other = Files.createDirectories(directory.resolve("other"));
        Files.writeString(other.resolve("a.txt"), "a");

        LiveServer.Said refused = LiveServer.run(Map.of(), "start", "--domain", other.toString());

        assertThat(refused.exit()).isEqualTo(Main.USAGE);
        assertThat(refused.text()).contains(other + " is not empty and is no domain");
        assertThat(other.resolve("domain.yaml")).doesNotExist();
    }

    @Test
    void aServerThatFailsBeforeItsManagementInterfaceIsShownAsFailed() throws Exception {
        Path domain = directory.resolve("d");
        String[] create = {"domain", "create", domain.toString()};
        assertThat(LiveServer.run(Map.of(), create).exit()).isZero();
        Path own = Files.createDirectories(domain.resolve("servers/AdminServer"));
        Files.writeString(own.resolve("deployments"), "a file in the place of the directory");

        LiveServer.Said refused = LiveServer.run(Map.of(), "start", "--domain", domain.toString());

        assertThat(refused.exit()).as(refused.text()).isEqualTo(Main.START_FAILED);
        LiveServer.Said status = LiveServer.run(Map.of(), "status", "--json", "--domain", domain.toString());
        assertThat(status.text()).contains("\"state\":\"FAILED\"");
    }

    @Test
    void aDomainThatCannotBeWrittenIsNamedWithWhatToLookAt() throws Exception {
        Path domain = directory.resolve("d");
        assertThat(LiveServer.run(Map.of(), "domain", "create", domain.toString())
                        .exit())
                .isZero();
        Files.delete(domain.resolve("servers"));
        Files.createFile(domain.resolve("servers")); // for root too, no directory can be made there

        LiveServer.Said refused = LiveServer.run(Map.of(), "start", "--domain", domain.toString());

        assertThat(refused.exit()).isEqualTo(Main.START_FAILED);
        assertThat(refused.text())
                .contains("the server did not start", domain.resolve("servers").toString(), "look at the space");
    }
}
