package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keelson client} as a process of its own, against a server in another. */
class AppClientSystemIT {
    private static final Path SOURCES = Path.of("src/test/resources/applications/appclient/till");

    @TempDir
    static Path directory;

    private static LiveServer server;
    private static Path ear;

    @BeforeAll
    static void start() throws Exception {
        Path classes = directory.resolve("classes");
        Files.createDirectories(classes);
        List<String> words = new ArrayList<>(List.of("-proc:none", "-d", classes.toString(), "-cp", libraries()));
        try (Stream<Path> sources = Files.list(SOURCES)) {
            sources.forEach(source -> words.add(source.toString()));
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new)))
                .isZero();
        byte[] client = zip(Map.of(
                "META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\nMain-Class: till.Main\n".getBytes(StandardCharsets.UTF_8),
                "till/Main.class",
                Files.readAllBytes(classes.resolve("till/Main.class"))));
        byte[] beans =
                zip(Map.of("till/CounterBean.class", Files.readAllBytes(classes.resolve("till/CounterBean.class"))));
        byte[] views = zip(Map.of("till/Counter.class", Files.readAllBytes(classes.resolve("till/Counter.class"))));
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("META-INF/application.xml", """
                <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
                  <module><ejb>beans.jar</ejb></module>
                  <module><java>client.jar</java></module>
                </application>
                """.getBytes(StandardCharsets.UTF_8));
        files.put("beans.jar", beans);
        files.put("client.jar", client);
        files.put("lib/views.jar", views);
        ear = Files.write(directory.resolve("till.ear"), zip(files));
        server = LiveServer.start(directory);
        assertThat(server.manageUser("ada").statusCode()).isBetween(200, 299);
        var answer = server.manage("PUT", "deployments/till", Files.readAllBytes(ear));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static String libraries() throws IOException {
        try (Stream<Path> jars = Files.list(LiveServer.HOME.resolve("lib"))) {
            return String.join(
                    ":",
                    jars.map(Path::toString)
                            .filter(jar -> jar.contains("jakarta."))
                            .toList());
        }
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** What a run has printed, and its exit code. */
    private record Run(int code, List<String> lines) {}

    private static Run run(String command, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                LiveServer.HOME.resolve("bin/keelson").toString(),
                command,
                ear.toString(),
                "--server",
                "keelson://" + server.address()));
        all.addAll(Arrays.asList(words));
        Path out = Files.createTempFile(directory, "client", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Xmx128m");
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the client ends").isTrue();
        return new Run(process.exitValue(), Files.readAllLines(out));
    }

    @Test
    void endsWhenItsThreadsHave() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "a long password\n");
        Run run = run("client", "--user", "ada", "--password-file", secret.toString(), "--", "go");
        assertThat(run.lines())
                .containsExactly(
                        "caller ada",
                        "counter true",
                        "name client",
                        "messages true",
                        "main returns",
                        "thread ada",
                        "ends");
        assertThat(run.code()).isZero();
    }

    @Test
    void exitsAsTheClientSays() throws Exception {
        Run run = run("appclient", "--", "exit");
        assertThat(run.lines()).containsExactly("ends");
        assertThat(run.code()).isEqualTo(7);
    }

    @Test
    void exitsWithOneWhereMainThrows() throws Exception {
        Run run = run("client", "--", "throw");
        assertThat(run.lines().get(0)).contains("java.lang.IllegalStateException: as asked");
        assertThat(run.lines()).contains("ends");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void doesNotStartAModuleThatIsNotThere() throws Exception {
        Run run = run("client", "--name", "clients");
        assertThat(run.lines())
                .containsExactly(
                        "keelson: till.ear has no client module 'clients'; did you mean 'client'? There is: client");
        assertThat(run.code()).isEqualTo(2);
    }
}
