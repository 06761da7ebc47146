package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars of a part are for the applications that need it. */
class PartsSystemIT {
    private static final Path HELLO = LiveServer.HOME.resolve("demo/hello.war");

    @TempDir
    Path directory;

    /** Jars that are no jars: whoever only looked into one to see what it is would fail. */
    @Test
    void aServerDoesNotLookIntoTheJarsOfPartsThatNobodyNeeds() throws Exception {
        Path home = directory.resolve("keelson");
        for (String part : List.of("bin", "lib", "parts/pages", "parts/websocket")) {
            copy(LiveServer.HOME.resolve(part), home.resolve(part));
        }
        for (String part : List.of("parts/pages", "parts/websocket")) {
            for (Path jar : jars(home.resolve(part))) {
                Files.writeString(jar, "no jar");
            }
        }
        try (LiveServer server = LiveServer.create(home, directory)) {
            server.launchUnder(List.of(), Map.of("KEELSON_ARCHIVE", "off"));
            server.awaitRunning();
            assertThat(server.cli("deploy", HELLO.toString()).exit()).isZero();

            assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
            assertThat(server.output()).doesNotContain("parts/pages", "WARN", "ERROR");
            assertThat(openFiles(server)).noneMatch(file -> file.contains("/parts/"));
        }
    }

    @Test
    void theFirstApplicationWithPagesOpensThem() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            assertThat(openFiles(server)).noneMatch(file -> file.contains("/parts/"));

            assertThat(server.cli(
                                    "deploy",
                                    LiveServer.HOME
                                            .resolve("demo/jetty-demo-jsp.war")
                                            .toString())
                            .exit())
                    .isZero();

            assertThat(openFiles(server)).anyMatch(file -> file.contains("/parts/pages/apache-jsp"));
        }
    }

    @Test
    void theFirstApplicationWithEndpointsOpensTheirs() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            String chat = LiveServer.HOME.resolve("demo/chat.war").toString();
            assertThat(server.cli("deploy", chat).exit()).isZero();

            assertThat(openFiles(server))
                    .anyMatch(file -> file.contains("/parts/websocket/keelson-websocket"))
                    .noneMatch(file -> file.contains("/parts/pages"));
        }
    }

    private static List<String> openFiles(LiveServer server) throws IOException {
        try (Stream<Path> files =
                Files.list(Path.of("/proc", String.valueOf(server.process().pid()), "fd"))) {
            return files.map(PartsSystemIT::target).toList();
        }
    }

    /** Returns the target of a descriptor; one that was closed meanwhile has none. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static List<Path> jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
