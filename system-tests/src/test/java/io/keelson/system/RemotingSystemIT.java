package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A real client, with the thin jar and nothing else of ours, calls an object of a real server by the port of HTTP. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RemotingSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");

    private static final Pattern SECURE = Pattern.compile("Channel DefaultSecure is now listening on \\S+:(\\d+) ");

    private static final Pattern CALLS =
            Pattern.compile("\"name\":\"application/remote/web/calls\"[^}]*\"completed\":(\\d+)");

    @TempDir
    static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() throws Exception {
        WarFile application = WarFile.ofSources("remote", directory.resolve("classes"));
        server = LiveServer.create(directory);
        assertThat(server.cli("tls", "create-certificate").exit()).isZero();
        server.launch(
                "-XX:TieredStopAtLevel=1",
                "-Dkeelson.servers.AdminServer.tls.certificate=security/tls.pem",
                "-Dkeelson.servers.AdminServer.tls.key=security/tls.key",
                "-Dkeelson.servers.AdminServer.tls-listen-port=0");
        server.awaitRunning();
        server.deploy("remote", application);
        assertThat(server.manageUser("ada").statusCode()).isBetween(200, 201);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Client caller(LiveServer of, String... user) throws Exception {
        return client("keelson://" + of.address(), user);
    }

    private static Client client(String url, String... user) throws Exception {
        String classPath = JAR + System.getProperty("path.separator") + directory.resolve("classes");
        List<String> arguments = new ArrayList<>(List.of(url));
        arguments.addAll(List.of(user));
        return Client.start(classPath, "remote.Caller", arguments.toArray(String[]::new));
    }

    @Test
    void anObjectLearnsWhoCallsIt() throws Exception {
        try (Client ada = caller(server, "ada", "a long password")) {
            assertThat(ada.line()).isEqualTo("ready");
            assertThat(ada.ask("who")).isEqualTo("ada");
        }
        try (Client wrong = caller(server, "ada", "another password")) {
            assertThat(wrong.line()).contains("AuthenticationException");
        }
    }

    @Test
    void callsGoBothWaysBesideHttp() throws Exception {
        try (Client caller = caller(server)) {
            assertThat(caller.line()).isEqualTo("ready");
            assertThat(caller.ask("echo")).isEqualTo("hello");
            assertThat(caller.ask("back")).isEqualTo("called back");
            assertThat(caller.ask("who")).isEqualTo("nobody");
            assertThat(caller.ask("where")).startsWith("true ").contains("ExecuteThread");
            assertThat(server.get("/nothing").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void callsRunOnTheWorkManagerThatTheObjectNames() throws Exception {
        try (Client caller = caller(server)) {
            assertThat(caller.line()).isEqualTo("ready");
            long before = completed();
            for (int i = 0; i < 20; i++) {
                assertThat(caller.ask("echo")).isEqualTo("hello");
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> completed() >= before + 20);
        }
    }

    /** Returns what the work manager of {@code weblogic.xml} has done. */
    private static long completed() throws Exception {
        String all = server.manage("GET", "server/work-managers").body();
        Matcher calls = CALLS.matcher(all);
        assertThat(calls.find()).as(all).isTrue();
        return Long.parseLong(calls.group(1));
    }

    @Test
    void slowCallsRunAtATimeAndSmallOnesOvertakeLargeOnes() throws Exception {
        try (Client caller = caller(server)) {
            assertThat(caller.line()).isEqualTo("ready");
            String[] two = caller.ask("two").split(" ");
            assertThat(two).startsWith("one", "other");
            assertThat(Integer.parseInt(two[2])).isBetween(900, 1900);
            // Five calls of 9 MB there and back; without overtaking there would be one small one for each.
            assertThat(Integer.parseInt(caller.ask("overtake"))).isGreaterThan(20);
        }
    }

    @Test
    void overTlsTooWhereTheServerIsTrusted() throws Exception {
        Matcher secure = SECURE.matcher(server.output());
        assertThat(secure.find()).as(server.output()).isTrue();
        String url = "keelsons://localhost:" + secure.group(1);
        String trust = server.domain().resolve("security/tls.pem").toString();
        try (Client ada = client(url, "ada", "a long password", trust)) {
            assertThat(ada.line()).isEqualTo("ready");
            assertThat(ada.ask("who")).isEqualTo("ada");
            assertThat(ada.ask("back")).isEqualTo("called back");
        }
        try (Client stranger = client(url, "ada", "a long password")) {
            assertThat(stranger.line()).contains("CommunicationException").contains("TLS handshake");
        }
    }

    /** The last one: the server does not survive it. */
    @Test
    @Order(Integer.MAX_VALUE)
    void whoWaitsLearnsAtOnceThatTheServerWasKilledAndSoonThatItWasStopped() throws Exception {
        try (Client stopped = caller(server);
                Client killed = caller(server)) {
            assertThat(stopped.line()).isEqualTo("ready");
            assertThat(killed.line()).isEqualTo("ready");
            stopped.send("wait");
            TimeUnit.MILLISECONDS.sleep(300);
            signal("STOP", server);
            String[] noticed = stopped.line().split(" ");
            // Its peer-timeout is two seconds, counted from the last sign of life: up to a third of it before the stop.
            assertThat(Integer.parseInt(noticed[0])).isBetween(1500, 4000);
            assertThat(noticed[1]).isEqualTo("ConnectionLostException");
            signal("CONT", server);

            assertThat(killed.ask("echo")).isEqualTo("hello");
            killed.send("wait");
            TimeUnit.MILLISECONDS.sleep(300);
            server.kill();
            noticed = killed.line().split(" ");
            assertThat(Integer.parseInt(noticed[0])).isBetween(200, 1500);
            assertThat(noticed[1]).isEqualTo("ConnectionLostException");
        }
    }

    private static void signal(String name, LiveServer to) throws Exception {
        assertThat(new ProcessBuilder(
                                "kill", "-" + name, String.valueOf(to.process().pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}
