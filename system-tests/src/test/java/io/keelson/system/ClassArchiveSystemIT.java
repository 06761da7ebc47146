package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.boot.Main;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that a first start leaves to the next ones, and every way in which it can be unusable. */
@Tag("whole")
class ClassArchiveSystemIT {
    private static final Duration MAKING = Duration.ofSeconds(240);
    private static final boolean AOT = Runtime.version().feature() >= 25;
    private static final String NAME =
            "classes-" + System.getProperty("java.runtime.version") + (AOT ? ".aot" : ".jsa");

    /** A copy of the distribution; the archive is made once and put back before each test. */
    @TempDir
    static Path shared;

    private static Path home;
    private static Path cache;
    private static Path good;

    @TempDir
    Path directory;

    @BeforeAll
    static void aFirstStartMakesItWithoutAWord() throws Exception {
        home = shared.resolve("keelson");
        cache = home.resolve("cache");
        good = shared.resolve("good");
        copy(LiveServer.HOME.resolve("bin"), home.resolve("bin"));
        copy(LiveServer.HOME.resolve("lib"), home.resolve("lib"));
        try (LiveServer server = LiveServer.create(home, Files.createDirectory(shared.resolve("first")))) {
            server.launch();
            server.awaitRunning();
            awaitArchive(cache);

            assertThat(server.output()).doesNotContain("WARN", "warning", "archive");
            assertThat(names(cache)).containsExactlyInAnyOrder(NAME, NAME + ".key", "lock");
        }
        copy(cache, good);
    }

    @BeforeEach
    void putItBack() throws Exception {
        remove(cache);
        copy(good, cache);
    }

    @Test
    void theNextStartUsesItAndDoesNotMakeItAgain() throws Exception {
        FileTime made = Files.getLastModifiedTime(cache.resolve(NAME));
        try (LiveServer server = LiveServer.create(home, directory)) {
            assertThat(startAndTellSourceOf(Main.class, server)).startsWith("shared objects file");

            assertThat(server.output()).doesNotContain("WARN", "warning");
            await().atMost(MAKING)
                    .until(() -> !server.manage("GET", "server/threads").body().contains("keelson.class-archive"));
            assertThat(Files.getLastModifiedTime(cache.resolve(NAME))).isEqualTo(made);
            assertThat(names(cache)).containsExactlyInAnyOrder(NAME, NAME + ".key", "lock");
        }
    }

    @Test
    @Tag("soak")
    void itIsSwitchedOffByTheEnvironmentOrAnArchiveOfTheOperators() throws Exception {
        try (LiveServer server = LiveServer.create(home, directory)) {
            server.launchUnder(List.of(), Map.of("KEELSON_ARCHIVE", "off"));
            server.awaitRunning();
            assertThat(commandLine(server)).doesNotContain("archive", cache.toString());
            server.close();

            server.restart("-Xshare:off");
            assertThat(commandLine(server)).doesNotContain("archive", cache.toString());
        }
    }

    /** That it will be whole in the end is shown with other jars, below. */
    @Test
    @Tag("soak")
    void halfAnArchiveIsNotUsedAndMadeAgain() throws Exception {
        long length = Files.size(cache.resolve(NAME));
        try (FileChannel file = writable()) {
            file.truncate(length / 2);
        }
        try (LiveServer server = LiveServer.create(home, directory)) {
            assertThat(startAndTellSourceOf(Main.class, server)).contains(".jar");

            awaitMaking();
            assertThat(server.output()).doesNotContain("WARN", "warning");
        }
    }

    @Test
    @Tag("soak")
    void anArchiveWithAWrongHeaderIsNotUsed() throws Exception {
        overwrite(0, 64);
        try (LiveServer server = LiveServer.create(home, directory)) {
            assertThat(startAndTellSourceOf(Main.class, server)).contains(".jar");

            assertThat(server.output()).doesNotContain("warning", "error");
        }
    }

    @Test
    @Tag("soak")
    void anArchiveThatIsDamagedInsideCostsAtMostOneStart() throws Exception {
        long length = Files.size(cache.resolve(NAME));
        overwrite(length / 8, (int) (length - length / 8));
        try (LiveServer server = LiveServer.create(home, directory)) {
            server.launch();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !server.process().isAlive() || server.output().contains("KLS-000360"));
            server.kill();

            assertThat(startAndTellSourceOf(Main.class, server)).contains(".jar");
        }
    }

    @Test
    void aStartThatWasKilledIsNotRepeatedWithTheSameArchive() throws Exception {
        long dead = endedProcess();
        Files.createFile(cache.resolve(NAME + ".starting." + dead));
        try (LiveServer server = LiveServer.create(home, directory)) {
            assertThat(startAndTellSourceOf(Main.class, server)).contains(".jar");

            assertThat(names(cache)).doesNotContain(NAME, NAME + ".starting." + dead);
        }
    }

    @Test
    @Tag("soak")
    void anArchiveOfOtherJarsIsMadeAnewByOneOfTwoServers() throws Exception {
        String key = Files.readString(cache.resolve(NAME + ".key"));
        Path jar;
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            jar = jars.filter(f -> f.getFileName().toString().startsWith("keelson-dist"))
                    .findFirst()
                    .orElseThrow();
        }
        FileTime before = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        try (LiveServer one = LiveServer.create(home, Files.createDirectory(directory.resolve("1")));
                LiveServer two = LiveServer.create(home, Files.createDirectory(directory.resolve("2")))) {
            one.launch();
            two.launch();
            one.awaitRunning();
            two.awaitRunning();

            await().atMost(MAKING)
                    .until(() -> keyed(cache)
                            && !Files.readString(cache.resolve(NAME + ".key")).equals(key));
            await().atMost(MAKING).until(() -> names(cache).size() == 3);
            assertThat(one.output() + two.output()).doesNotContain("WARN", "warning", "error");
        } finally {
            Files.setLastModifiedTime(jar, before);
        }
    }

    @Test
    @Tag("soak")
    void aDistributionThatCannotBeWrittenLeavesItToTheDomain() throws Exception {
        remove(cache);
        Files.createFile(cache); // for root too, nothing can be made in it
        try (LiveServer server = LiveServer.create(home, directory)) {
            server.launch();
            server.awaitRunning();

            awaitArchive(server.domain().resolve("cache"));
            server.close();
            assertThat(startAndTellSourceOf(Main.class, server)).startsWith("shared objects file");
        }
    }

    @Test
    @Tag("soak")
    void whereItCannotBeMadeAMessageSaysSoAndTheServerServes() throws Exception {
        remove(cache);
        Files.createFile(cache);
        try (LiveServer server = LiveServer.create(home, directory)) {
            Files.createFile(server.domain().resolve("cache"));
            server.launch();
            server.awaitRunning();

            await().atMost(MAKING).until(() -> server.output().contains("KLS-000206"));
            assertThat(server.get("/").statusCode()).isEqualTo(404);
        }
    }

    @Test
    @Tag("soak")
    void aServerThatStopsWhileItIsMadeLeavesNothingBehind() throws Exception {
        remove(cache);
        try (LiveServer server = LiveServer.create(home, directory)) {
            server.launch();
            server.awaitRunning();
            awaitMaking();

            assertThat(server.command("stop").exit()).isZero();

            assertThat(server.awaitExit()).isZero();
            assertThat(names(cache)).containsExactly("lock");
            assertThat(server.output()).doesNotContain("KLS-000206");
        }
    }

    /** Starts the server and returns what the JVM says a class of its own came from. */
    private String startAndTellSourceOf(Class<?> type, LiveServer server) throws Exception {
        Path log = directory.resolve("classes.log");
        Files.deleteIfExists(log);
        server.restart("-Xlog:class+load:file=" + log + "::filecount=0");
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(" " + type.getName() + " source: "))
                    .map(line -> line.substring(line.indexOf("source: ") + "source: ".length()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void awaitArchive(Path directory) {
        await().atMost(MAKING).until(() -> keyed(directory) && names(directory).size() == 3);
    }

    private static void awaitMaking() {
        await().atMost(MAKING)
                .pollInterval(Duration.ofMillis(20))
                .until(() ->
                        Files.isDirectory(cache) && names(cache).stream().anyMatch(name -> name.startsWith("making-")));
    }

    private static boolean keyed(Path directory) {
        return Files.exists(directory.resolve(NAME)) && Files.exists(directory.resolve(NAME + ".key"));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static String commandLine(LiveServer server) throws IOException {
        return Files.readString(Path.of("/proc", String.valueOf(server.process().pid()), "cmdline"))
                .replace('\0', ' ');
    }

    private static long endedProcess() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }

    private static void overwrite(long from, int length) throws IOException {
        try (FileChannel file = writable()) {
            byte[] wrong = new byte[length];
            for (int i = 0; i < length; i++) {
                wrong[i] = (byte) (i * 31 + 7);
            }
            file.write(ByteBuffer.wrap(wrong), from);
        }
    }

    private static FileChannel writable() throws IOException {
        Path file = cache.resolve(NAME);
        assertThat(file.toFile().setWritable(true)).isTrue(); // the JDK writes it read-only
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void remove(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (Stream<Path> files = Files.list(path)) {
                for (Path file : files.toList()) {
                    remove(file);
                }
            }
        }
        Files.deleteIfExists(path);
    }
}
