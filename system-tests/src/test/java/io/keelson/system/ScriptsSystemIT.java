package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of the examples in JRuby: a bean by its four interfaces with the client's jars, and a cache by its three protocols. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("whole")
class ScriptsSystemIT {
    private static final Path JRUBY = Path.of("target", "wars", "jruby-complete.jar");
    private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath();
    private static final String PASSWORD = "a-secret-of-ann";
    private static final Pattern GRID = Pattern.compile("KLS-002613: Channel grid is now listening on \\S+:(\\d+) ");

    @TempDir
    static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() throws Exception {
        server = LiveServer.create(directory);
        Path settings = server.domain().resolve("domain.yaml");
        String text = Files.readString(settings);
        String changed = text.replaceFirst("(?m)^  AdminServer:$", """
                $0
                    iiop: {enabled: true}
                    channels:
                      grid: {listen-port: 0, protocols: [hot-rod, memcached]}""");
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(settings, changed + """

                caches:
                  demo: {writers: [clerks]}
                grid:
                  rest-enabled: true
                """);
        Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        LiveServer.Said user =
                server.cli("user", "add", "ann", "--group", "clerks", "--password-file", password.toString());
        assertThat(user.exit()).as(user.text()).isZero();
        server.launch();
        server.awaitRunning();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void aBeanIsCalledByItsFourInterfaces() throws Exception {
        Path archive = LiveServer.HOME.resolve("demo/hello-interfaces.ear");
        assertThat(server.manage("PUT", "deployments/hello-interfaces", Files.readAllBytes(archive))
                        .statusCode())
                .isEqualTo(201);
        Path lib = Files.createDirectories(directory.resolve("lib"));
        try (ZipFile ear = new ZipFile(archive.toFile())) {
            ZipEntry module = ear.getEntry("hello.jar");
            try (InputStream in = ear.getInputStream(module)) {
                Files.copy(in, lib.resolve("hello.jar"));
            }
        }
        copy(LiveServer.HOME.resolve("client"), "keelson-client", lib);
        copy(LiveServer.HOME.resolve("parts/iiop"), "openjdk-orb-", lib);
        copy(LiveServer.HOME.resolve("lib"), "jakarta.ejb-api-", lib);
        copy(LiveServer.HOME.resolve("lib"), "jakarta.transaction-api-", lib);
        LiveServer.Said said = ruby(
                JRUBY.toString(),
                Map.of("SERVER", server.address(), "LIB", lib.toString()),
                "hello-interfaces/load.rb",
                "all",
                "10",
                "10");
        assertThat(said.exit()).as(said.text()).isZero();
        for (String way : List.of("native", "iiop", "ws", "rs")) {
            assertThat(said.text()).containsPattern("(?m)^" + way + " +100 calls on 10 threads: ");
        }
    }

    @Test
    void aCacheIsUsedByItsThreeProtocols() throws Exception {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(server.manage("GET", "caches").body()).contains("\"available\""));
        Matcher grid = GRID.matcher(server.output());
        assertThat(grid.find()).as(server.output()).isTrue();
        String address = server.address();
        // The client of Infinispan and what it needs; ours is none of it.
        String libraries = Stream.concat(
                        Stream.of(JRUBY.toString()),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(each -> each.endsWith(".jar")
                                        && !Path.of(each)
                                                .getFileName()
                                                .toString()
                                                .startsWith("keelson-")))
                .collect(Collectors.joining(File.pathSeparator));
        Map<String, String> ports = Map.of(
                "HOTROD",
                grid.group(1),
                "MEMCACHED",
                grid.group(1),
                "REST",
                address.substring(address.lastIndexOf(':') + 1));
        LiveServer.Said said = ruby(libraries, ports, "grid-client/grid.rb", "ann", PASSWORD, "demo", "500");
        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text())
                .contains(
                        "500 puts over Hot Rod",
                        "500 gets by memcached",
                        "500 gets by REST",
                        "all three have the same");
        LiveServer.Said wrong = ruby(libraries, ports, "grid-client/grid.rb", "ann", "wrong", "demo", "1");
        assertThat(wrong.exit()).as(wrong.text()).isNotZero();
        assertThat(wrong.text()).doesNotContain("all three have the same");
    }

    private static void copy(Path from, String prefix, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            Path found = files.filter(each -> each.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no " + prefix + " in " + from));
            Files.copy(found, to.resolve(found.getFileName()));
        }
    }

    /** Runs a script of the examples; JRuby is told that it lives for seconds. */
    private static LiveServer.Said ruby(
            String classPath, Map<String, String> environment, String script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                "org.jruby.Main",
                "--dev",
                EXAMPLES.resolve(script).toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(directory, "ruby", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as(() -> "the script did not end:\n" + read(out))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new LiveServer.Said(process.exitValue(), read(out));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
