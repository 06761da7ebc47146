package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server of the built distribution in a JVM of its own, with a domain of its own and an ephemeral port. What it prints
 * is in {@link #output}.
 */
final class LiveServer implements AutoCloseable {
    static final Path HOME =
            Path.of("..", "server-core", "dist", "target", "keelson").toAbsolutePath();
    /**
     * Options for JVMs that live for seconds, from the build ({@code argLine.quick} of the root pom); none in a soak. What
     * measures, or is about the start, takes the JVM's own choice: {@link #asShipped}.
     */
    static final List<String> QUICK = Stream.of(
                    System.getProperty("keelson.test.quick", "").split(" "))
            .filter(option -> !option.isBlank())
            .toList();

    private static final Pattern ADDRESS = Pattern.compile("KLS-002613: Channel Default is now listening on (\\S+) ");

    private final Path home;
    private final Path domain;
    private final Path log;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private boolean quick = true;
    private boolean sharing = true;
    private Process process;
    private String address = "";
    /** Where in the output the words of the newest process begin. */
    private int begin;

    private LiveServer(Path home, Path domain) {
        this.home = home;
        this.domain = domain;
        this.log = domain.resolveSibling(domain.getFileName() + ".out");
    }

    /** Makes a domain in {@code directory} and leaves its server stopped. */
    static LiveServer create(Path directory) throws Exception {
        LiveServer server = new LiveServer(HOME, directory.resolve("domain"));
        Provisions.domain(server.domain);
        return server;
    }

    /** The same with another copy of the distribution, whose servers make and use a class archive. */
    static LiveServer create(Path home, Path directory) throws Exception {
        LiveServer server = new LiveServer(home, directory.resolve("domain"));
        Provisions.domain(server.domain);
        return server.asShipped().withoutSharedClasses();
    }

    /** From now on its JVM is left to itself: both compilers, and the collector that it chooses. */
    LiveServer asShipped() {
        quick = false;
        return this;
    }

    /** From now on it reads its classes from the jars. */
    LiveServer withoutSharedClasses() {
        sharing = false;
        return this;
    }

    /** Adds text to the domain's configuration. */
    LiveServer configure(String yaml) throws IOException {
        Files.writeString(domain.resolve("domain.yaml"), yaml, StandardOpenOption.APPEND);
        return this;
    }

    /** Deploys an archive and takes for granted that it is new. */
    void deploy(String name, WarFile war) throws Exception {
        HttpResponse<String> answer = manage("PUT", "deployments/" + name + "?context-root=/" + name, war.packed());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /** Makes a domain in {@code directory}, starts its server and waits until it is RUNNING. */
    static LiveServer start(Path directory, String... javaOptions) throws Exception {
        LiveServer server = create(directory);
        server.launch(javaOptions);
        server.awaitRunning();
        return server;
    }

    /** Starts the server's process without waiting for it. */
    void launch(String... javaOptions) throws IOException {
        launchUnder(List.of(), Map.of(), javaOptions);
    }

    /** Starts the server's process by a command that ends with running its arguments, and with more in its environment. */
    void launchUnder(List<String> command, Map<String, String> environment, String... javaOptions) throws IOException {
        List<String> options = new ArrayList<>(List.of("-Xmx512m", "-Dkeelson.ListenPort=0"));
        if (quick) {
            options.addAll(QUICK);
        }
        if (sharing) {
            options.addAll(Provisions.sharedClasses());
        }
        options.addAll(List.of(javaOptions));
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(home.resolve("bin/keelson").toString(), "start", "--domain", domain.toString()));
        ProcessBuilder builder = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        if (home.equals(HOME)) {
            builder.environment()
                    .put("KEELSON_ARCHIVE", "off"); // the tests share it, and most servers live for seconds
        }
        builder.environment().putAll(environment);
        builder.environment().put("JAVA_OPTS", String.join(" ", options));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        begin = output().length();
        process = builder.start();
    }

    /** Waits until the newest process is RUNNING, and learns its address. */
    void awaitRunning() {
        await().atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("the server ended:\n" + output());
                    }
                    return output().indexOf("KLS-000360", begin) >= 0;
                });
        Matcher m = ADDRESS.matcher(output());
        assertThat(m.find(begin)).as(output()).isTrue();
        address = m.group(1);
    }

    /** Runs a command of the command line on this domain, in this JVM where it can: {@link CommandLines}. */
    Said cli(String... arguments) {
        return CommandLines.run(domain, arguments);
    }

    /** The same in a process of its own. */
    Said command(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--domain", domain.toString()));
        return runFrom(home, Map.of(), all.toArray(String[]::new));
    }

    /** Runs a command of the command line in a process of its own. */
    static Said run(Map<String, String> environment, String... arguments) {
        return runFrom(HOME, environment, arguments);
    }

    /** The same of another distribution. */
    static Said runFrom(Path home, Map<String, String> environment, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/keelson").toString()));
        command.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile("keelson-cli", ".out");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            builder.environment().putAll(environment);
            if (arguments[0].equals("start") && home.equals(HOME)) {
                List<String> options = new ArrayList<>(QUICK);
                options.addAll(Provisions.sharedClasses());
                options.add(environment.getOrDefault("JAVA_OPTS", ""));
                builder.environment().put("JAVA_OPTS", String.join(" ", options));
                builder.environment().put("KEELSON_ARCHIVE", "off");
            }
            Process process = builder.start();
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("keelson " + String.join(" ", arguments) + " did not end");
            }
            String text = Files.readString(out);
            Files.delete(out);
            return new Said(process.exitValue(), text);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("keelson " + String.join(" ", arguments), e);
        }
    }

    /** GET with header names and values. */
    HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .timeout(Duration.ofSeconds(60))
                .GET();
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a request made from the path. */
    HttpResponse<String> send(String path, java.util.function.UnaryOperator<HttpRequest.Builder> how) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + address + path));
        return client.send(how.apply(request).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A request to the management interface, with the domain's token; {@code path} is what follows {@code /management/v1/}. */
    HttpRequest management(String method, String path, HttpRequest.BodyPublisher body) throws IOException {
        return HttpRequest.newBuilder(URI.create("http://" + address + "/management/v1/" + path))
                .timeout(Duration.ofSeconds(60))
                .header(
                        "Authorization",
                        "Bearer "
                                + Files.readString(domain.resolve("security/management-token"))
                                        .trim())
                .method(method, body)
                .build();
    }

    /** Sends such a request. */
    HttpResponse<String> manage(String method, String path, byte... body) throws Exception {
        return client.send(
                management(method, path, HttpRequest.BodyPublishers.ofByteArray(body)),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Adds or changes a user. */
    HttpResponse<String> manageUser(String name) throws Exception {
        HttpRequest request = management(
                "PUT",
                "security/users/" + name,
                HttpRequest.BodyPublishers.ofString("{\"password\": \"a long password\", \"groups\": []}"));
        return client.send(
                HttpRequest.newBuilder(request, (header, value) -> true)
                        .header("Content-Type", "application/json")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Starts the server again after its end; what it had printed is forgotten. */
    void restart(String... javaOptions) throws IOException {
        Files.writeString(log, "");
        launch(javaOptions);
        awaitRunning();
    }

    Path domain() {
        return domain;
    }

    /** Host and port of the default channel. */
    String address() {
        return address;
    }

    Process process() {
        return process;
    }

    /** All that the server's process printed so far. */
    String output() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until the process has printed each of those; also after its end, which is no sign that all was written. */
    void awaitSaid(String... parts) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(output()).contains(parts));
    }

    /** Waits for the end of the process. */
    int awaitExit() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the server did not end:\n" + output());
        }
        return process.exitValue();
    }

    /** kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Kills the server: how it ends when it is asked to is what a test looks at before. */
    @Override
    public void close() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /**
     * What a command said.
     *
     * @param exit its exit code
     * @param text standard output and error
     */
    record Said(int exit, String text) {}
}
