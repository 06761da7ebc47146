package io.keelson.parts;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of a {@link Home} in a JVM and a domain of its own, used through HTTP and its management interface. */
final class LiveServer implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("KLS-002613\\D*? is now listening on \\S+?:(\\d+)");

    private final Path directory;
    private final Process process;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private int port;

    private LiveServer(Path directory, Process process) {
        this.directory = directory;
        this.process = process;
    }

    /** Starts a server in the domain below {@code directory}, which is made where there is none, and waits for RUNNING. */
    static LiveServer start(Path home, Path directory, String... javaOptions) throws IOException {
        Files.createDirectories(directory);
        Files.deleteIfExists(directory.resolve("out"));
        List<String> options = new ArrayList<>(List.of("-Xmx512m", "-Dkeelson.ListenPort=0"));
        options.addAll(List.of(javaOptions));
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/keelson").toString(), "start")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile());
        builder.environment().put("JAVA_OPTS", String.join(" ", options));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        LiveServer server = new LiveServer(directory, builder.start());
        server.awaitRunning();
        return server;
    }

    private void awaitRunning() {
        await().atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("the server ended:\n" + output());
                    }
                    return output().contains("KLS-000360");
                });
        Matcher m = LISTENING.matcher(output());
        if (!m.find()) {
            throw new AssertionError("no port in:\n" + output());
        }
        port = Integer.parseInt(m.group(1));
    }

    /** Deploys, or replaces what has that name; returns when it serves. */
    void deploy(String name, Path war) throws Exception {
        String token = Files.readString(directory.resolve("domain/security/management-token"))
                .strip();
        HttpResponse<String> answer = client.send(
                request("/management/v1/deployments/" + name)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/octet-stream")
                        .PUT(HttpRequest.BodyPublishers.ofFile(war))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(name + " was not deployed: " + answer.statusCode() + " " + answer.body()
                    + "\nThe server said:\n" + output());
        }
    }

    String get(String path) throws Exception {
        return body(path, request(path).GET());
    }

    String post(String path, String body) throws Exception {
        return body(path, request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private String body(String path, HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(
                    path + ": " + answer.statusCode() + " " + answer.body() + "\nThe server said:\n" + output());
        }
        return answer.body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60));
    }

    long pid() {
        return process.pid();
    }

    /** All that the server's process printed so far. */
    String output() {
        try {
            return Files.readString(directory.resolve("out"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(40, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
