package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prometheus on a free port of loopback: Debian's package {@code prometheus}, which has {@code promtool} too. */
final class Prometheus implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/prometheus");
    private static final Path TOOL = Path.of("/usr/bin/promtool");
    private static final Pattern LISTENING = Pattern.compile("msg=\"Listening on\" address=(127\\.0\\.0\\.1:\\d+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;

    private Prometheus(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static boolean isThere() {
        return Files.isExecutable(PROGRAM) && Files.isExecutable(TOOL);
    }

    /** Starts one with a configuration, that it keeps with its data in {@code directory}. */
    static Prometheus start(Path directory, String configuration) throws IOException {
        Files.createDirectories(directory);
        Path file = Files.writeString(directory.resolve("prometheus.yml"), configuration);
        Path log = directory.resolve("prometheus.log");
        Process process = new ProcessBuilder(
                        PROGRAM.toString(),
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:0")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Prometheus(process, log);
    }

    /** Returns what promtool says of a page; empty where it finds nothing. */
    static String checked(Path page) throws Exception {
        Process tool = new ProcessBuilder(TOOL.toString(), "check", "metrics")
                .redirectErrorStream(true)
                .redirectInput(page.toFile())
                .start();
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return tool.exitValue() == 0 ? said : "exit code " + tool.exitValue() + ": " + said;
    }

    private String address() {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> {
                            assertThat(process.isAlive()).as(log()).isTrue();
                            Matcher listening = LISTENING.matcher(log());
                            return listening.find() ? listening.group(1) : "";
                        },
                        found -> !found.isEmpty());
    }

    /** Returns what it has logged. */
    String log() throws IOException {
        return Files.readString(log);
    }

    /** Returns what its interface answers. */
    String ask(String path) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://" + address() + "/api/v1/" + path))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** Returns what it has for a query now. */
    String query(String query) throws Exception {
        return ask("query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
