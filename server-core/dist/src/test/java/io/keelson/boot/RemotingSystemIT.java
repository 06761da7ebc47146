package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A real client, with the thin jar and nothing else of ours, calls an object of a real server by the port of HTTP. */
@Isolated
class RemotingSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");

    @TempDir
    static Path directory;

    private static WarFile application;
    private static LiveServer server;

    @BeforeAll
    static void start() throws Exception {
        application = WarFile.ofSources("remote", directory.resolve("classes"));
        server = LiveServer.start(directory);
        server.deploy("remote", application);
        assertThat(server.manageUser("ada").statusCode()).isBetween(200, 201);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Client caller(LiveServer of, String... user) throws Exception {
        String classPath = JAR + System.getProperty("path.separator") + directory.resolve("classes");
        List<String> arguments = new ArrayList<>(List.of("keelson://" + of.address()));
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
    void slowCallsRunAtATimeAndSmallOnesOvertakeLargeOnes() throws Exception {
        try (Client caller = caller(server)) {
            assertThat(caller.line()).isEqualTo("ready");
            String[] two = caller.ask("two").split(" ");
            assertThat(two).startsWith("one", "other");
            assertThat(Integer.parseInt(two[2])).isBetween(1900, 3800);
            // Five calls of 9 MB there and back; without overtaking there would be one small one for each.
            assertThat(Integer.parseInt(caller.ask("overtake"))).isGreaterThan(20);
        }
    }

    @Test
    void whoWaitsLearnsAtOnceThatTheServerWasKilledAndSoonThatItWasStopped() throws Exception {
        try (LiveServer other = LiveServer.start(Files.createDirectories(directory.resolve("other")))) {
            other.deploy("remote", application);
            try (Client stopped = caller(other);
                    Client idle = caller(other)) {
                assertThat(stopped.line()).isEqualTo("ready");
                assertThat(idle.line()).isEqualTo("ready");
                stopped.send("wait");
                TimeUnit.MILLISECONDS.sleep(500);
                signal("STOP", other);
                String[] noticed = stopped.line().split(" ");
                // Its peer-timeout is two seconds, counted from the last sign of life: up to a third of it before the
                // stop.
                assertThat(Integer.parseInt(noticed[0])).isBetween(1700, 4000);
                assertThat(noticed[1]).isEqualTo("ConnectionLostException");
                signal("CONT", other);

                assertThat(idle.ask("echo")).isEqualTo("hello");
            }
            try (Client killed = caller(other)) {
                assertThat(killed.line()).isEqualTo("ready");
                killed.send("wait");
                TimeUnit.MILLISECONDS.sleep(500);
                other.kill();
                String[] noticed = killed.line().split(" ");
                assertThat(Integer.parseInt(noticed[0])).isBetween(400, 1500);
                assertThat(noticed[1]).isEqualTo("ConnectionLostException");
            }
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
