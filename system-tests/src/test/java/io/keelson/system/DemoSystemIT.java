package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.boot.DemoDomain;
import io.keelson.kernel.spi.session.SessionRoute;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first command of the README: an admin server and a cluster of three. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Order(Integer.MAX_VALUE - 1)
class DemoSystemIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> SERVERS = List.of("AdminServer", "server-1", "server-2", "server-3");

    @TempDir
    Path directory;

    private Map<String, String> environment = Map.of();
    private int port;

    @BeforeEach
    void useADirectoryAndPortsOfItsOwn() throws IOException {
        List<String> options = new ArrayList<>(LiveServer.QUICK);
        options.add("-Xmx256m");
        options.addAll(Provisions.sharedClasses());
        environment = Map.of(
                "KEELSON_DEMO_HOME",
                directory.toString(),
                "JAVA_OPTS",
                String.join(" ", options),
                "KEELSON_ARCHIVE",
                "off"); // it would lie in the distribution of all tests
        port = freePorts();
    }

    @AfterEach
    void stop() {
        if (!processes().isEmpty()) {
            LiveServer.run(environment, "demo", "--stop");
        }
    }

    private LiveServer.Said demo() {
        return LiveServer.run(environment, "demo", "--port", String.valueOf(port));
    }

    private DomainDirectory domain() {
        return DomainDirectory.at(directory.resolve("domain"));
    }

    private int portOf(String server) {
        return port + 2 * SERVERS.indexOf(server);
    }

    private String counter(String server) throws IOException {
        return page(portOf(server), "/singleton/").strip();
    }

    @Test
    void returnsWhenAllServesAndStartsAgainWhatWasKilledAndStops() throws Exception {
        story(false);
    }

    @Test
    @Tag("soak")
    void theConsoleKillsAndStartsItsServers() throws Exception {
        story(true);
    }

    private void story(boolean console) throws Exception {
        LiveServer.Said started = demo();
        assertThat(started.exit()).as(started.text()).isZero();
        assertThat(started.text())
                .contains(
                        ":" + portOf("server-1") + "/jetty-demo-jsp/",
                        "/hello/",
                        "/chat/",
                        "/counter/",
                        "/bookshop/",
                        "/orders/",
                        "/singleton/")
                .contains(":" + (port + 1079) + "/counter/")
                .contains(":" + portOf("server-2") + "/", ":" + portOf("server-3") + "/")
                .doesNotContain("ERROR");
        assertThat(domain().servers())
                .extracting(ServerStatus::name)
                .containsExactly("AdminServer", "server-1", "server-2", "server-3", "balancer");
        assertThat(domain().servers()).extracting(ServerStatus::state).containsOnly("RUNNING");
        // As a user's: to the cluster, so that the domain knows them and the console shows them on its first page of
        // deployments.
        String deployed = get("domain/deployments");
        for (String name : List.of(
                "jetty-demo-jsp",
                "hello",
                "chat",
                "session-counter",
                "bookshop",
                "orders",
                "clock",
                "hello-interfaces",
                "singleton")) {
            assertThat(deployed).contains("\"name\":\"" + name + "\"");
        }
        assertThat(deployed).contains("\"targets\":[\"cluster-1\"]");
        for (String server : SERVERS.subList(1, 4)) {
            assertThat(page(portOf(server), "/hello/")).contains("Hello from Keelson");
            assertThat(page(portOf(server), "/hello/Hello?wsdl"))
                    .contains("location=\"http://127.0.0.1:" + portOf(server) + "/hello/Hello\"");
            assertThat(page(portOf(server), "/hello-web/rest/hello/world")).isEqualTo("hello world");
            assertThat(page(portOf(server), "/jetty-demo-jsp/expr.jsp?A=21")).contains("42");
        }

        // The counter is one; the server that has it is killed as the demo says.
        String owner = counter("server-1").replaceFirst("5 on ", "");
        for (String server : SERVERS.subList(1, 4)) {
            assertThat(counter(server)).isEqualTo("5 on " + owner);
        }
        // So is a session that comes through the load balancer, and it goes on when its server does not.
        String cookie = "";
        while (!cookie.contains("!" + SessionRoute.code(owner) + "!")) {
            cookie = count("", 1);
        }
        cookie = count(cookie, 2);
        bookshopHasOneDatabase();
        String cart = "";
        while (!cart.contains("!" + SessionRoute.code(owner) + "!")) {
            cart = cart("", 1);
        }
        cart = cart(cart, 2);
        long pid = domain().status(owner).pid();
        assertThat(started.text()).contains("kill -9 " + pid, "on " + owner);
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
        cookie = count(cookie, 3);
        count(cookie, 4);
        cart = cart(cart, 3);
        cart(cart, 4);
        String another = owner.equals("server-1") ? "server-2" : "server-1";
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(
                        () -> assertThat(counter(another)).startsWith("5 on ").doesNotEndWith(owner));

        // The node manager starts it again by itself.
        awaitAnother(owner, pid);
        assertThat(page(portOf(owner), "/hello/")).contains("Hello from Keelson");

        if (console) {
            cookie = killsAndStarts(another, cookie);
        }
        countSoon(cookie, console ? 7 : 5);
        bookshopHasOneDatabase();

        LiveServer.Said again = demo();
        assertThat(again.exit()).as(again.text()).isZero();
        assertThat(again.text()).doesNotContain("Starting", "Deploying");

        assertThat(LiveServer.run(environment, "demo", "--stop").exit()).isZero();
        assertThat(domain().servers()).extracting(ServerStatus::state).containsOnly("SHUTDOWN");
        assertThat(processes()).isEmpty();
        LiveServer.Said nothing = LiveServer.run(environment, "demo", "--stop");
        assertThat(nothing.exit()).isZero();
        assertThat(nothing.text()).contains("the demo does not run");
    }

    /** Tries what the console's buttons do with servers of the demo; returns the session's cookie, counted up to 6. */
    private String killsAndStarts(String another, String before) throws Exception {
        String cookie = before;
        // One button kills the one that has the counter now, and lets it come again; the counter and the
        // session go on.
        String next = counter(another).replaceFirst("5 on ", "");
        long nextPid = domain().status(next).pid();
        HttpResponse<String> killed = post(next, "kill?restart=true");
        assertThat(killed.statusCode()).as(killed.body()).isEqualTo(202);
        String third = next.equals("server-1") ? "server-2" : "server-1";
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(
                        () -> assertThat(counter(third)).startsWith("5 on ").doesNotEndWith(next));
        awaitAnother(next, nextPid);
        cookie = countSoon(cookie, 5);

        // Killed for good it stays down until somebody starts it, as the other button does.
        assertThat(post("server-3", "kill").statusCode()).isEqualTo(202);
        await().atMost(PATIENCE).until(() -> domain().status("server-3").state().equals("SHUTDOWN"));
        assertThat(post("server-3", "start").statusCode()).isEqualTo(202);
        await().atMost(PATIENCE).until(() -> domain().status("server-3").state().equals("RUNNING"));
        return countSoon(cookie, 6);
    }

    /** A book that one server has taken is there on the others; a transfer that fails leaves no trace. */
    private void bookshopHasOneDatabase() throws Exception {
        String title = "Book " + System.nanoTime();
        HttpResponse<String> added = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + portOf("server-1") + "/bookshop/api/books"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"title\":\"" + title + "\",\"author\":\"A Test\",\"price\":12.50}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
        HttpResponse<String> refused = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + portOf("server-1") + "/bookshop/api/books"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"title\":\"\",\"author\":\"A Test\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("price", "title");
        for (String server : SERVERS.subList(1, 4)) {
            assertThat(page(portOf(server), "/bookshop/api/books")).contains(title);
            String transfer = page(portOf(server), "/bookshop/api/transfer?fail=true");
            assertThat(transfer).contains("\"transferred\":false");
            assertThat(transfer.replaceFirst(".*\"after\":(\\{[^}]*}).*", "$1"))
                    .isEqualTo(transfer.replaceFirst(".*\"before\":(\\{[^}]*}).*", "$1"));
        }
    }

    /** Waits until a server is RUNNING in another process than that. */
    private void awaitAnother(String server, long before) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            ServerStatus status = domain().status(server);
            assertThat(status.state()).isEqualTo("RUNNING");
            assertThat(status.pid()).isNotEqualTo(before);
        });
    }

    private String get(String path) throws Exception {
        String token = Files.readString(domain().tokenFile()).strip();
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/management/v1/" + path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Returns what the console asks of the admin server about one of the servers. */
    private HttpResponse<String> post(String server, String order) throws Exception {
        String token = Files.readString(domain().tokenFile()).strip();
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/management/v1/domain/servers/"
                                        + server + "/" + order))
                                .header("Authorization", "Bearer " + token)
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** All processes whose command line has this demo's domain. */
    private List<String> processes() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(directory.resolve("domain").toString()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = 1500)
    void nothingIsLeftBehindWhenItIsKilledWhileItStarts(int millis) throws Exception {
        leavesNothing(millis);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 400, 4000})
    @Tag("soak")
    void norAtOtherMoments(int millis) throws Exception {
        leavesNothing(millis);
    }

    private void leavesNothing(int millis) throws Exception {
        Path out = directory.resolve("demo.out");
        ProcessBuilder builder = new ProcessBuilder(
                        LiveServer.HOME.resolve("bin/keelson").toString(), "demo", "--port", String.valueOf(port))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process demo = builder.start();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.readString(out).contains("Starting the node manager"));
        Thread.sleep(millis);
        demo.destroyForcibly().waitFor();
        LiveServer.Said stopped = LiveServer.run(environment, "demo", "--stop");
        assertThat(stopped.exit()).as(stopped.text()).isZero();
        assertThat(processes()).isEmpty();
    }

    @Test
    void beginsAnewAfterAReset() throws Exception {
        LiveServer.Said nothing = LiveServer.run(environment, "demo", "--reset");
        assertThat(nothing.exit()).as(nothing.text()).isZero();
        assertThat(nothing.text()).contains("there is no domain of the demo");
        made();
        Files.writeString(directory.resolve("of-somebody-else"), "stays");
        LiveServer.Said removed = LiveServer.run(environment, "demo", "--reset");
        assertThat(removed.exit()).as(removed.text()).isZero();
        assertThat(removed.text()).contains("was removed");
        assertThat(directory).isDirectoryContaining("glob:**of-somebody-else");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).hasSize(1);
        }
        DomainDirectory.create(directory.resolve("domain"), 1, port);
        LiveServer.Said refused = LiveServer.run(environment, "demo", "--reset");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.text()).contains("was not made by 'keelson demo'");
        assertThat(domain().exists()).isTrue();
    }

    @Test
    void refusesTakenPortsAllAtOnce() throws Exception {
        try (ServerSocket listening = new ServerSocket(port + 2, 1, InetAddress.getLoopbackAddress());
                ServerSocket inTheCluster = new ServerSocket(port + 106, 1, InetAddress.getLoopbackAddress())) {
            LiveServer.Said said = demo();
            assertThat(said.exit()).isEqualTo(1);
            assertThat(said.text())
                    .contains("ports " + listening.getLocalPort() + " (server-1), " + inTheCluster.getLocalPort()
                            + " (server-3) are taken by another process");
        }
        assertThat(domain().exists()).as("nothing is made").isFalse();
    }

    @Test
    void refusesADomainThatWasMadeForSomethingElse() throws Exception {
        made();
        Files.writeString(directory.resolve("port"), "6001\n");
        LiveServer.Said said = demo();
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.text()).contains("was made for port 6001", "--port 6001");
    }

    @Test
    void refusesADomainThatAnotherVersionMade() throws Exception {
        DomainDirectory.create(directory.resolve("domain"), 3, port);
        Files.writeString(directory.resolve("port"), String.valueOf(port));
        LiveServer.Said said = demo();
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.text()).contains("was made by another version of Keelson");
    }

    /** The domain as the demo makes it, without a server that was started. */
    private void made() throws Exception {
        new DemoDomain(directory, port, LiveServer.HOME.resolve("demo"), LiveServer.HOME.resolve("parts/h2"))
                .prepare(System.out);
    }

    @Test
    void leavesNothingBehindWhenOneServerDoesNotStart() throws Exception {
        made();
        Files.writeString(directory.resolve("domain/servers/server-2"), "in the way of its directory");
        LiveServer.Said said = demo();
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.text())
                .contains("the server server-2 has not started: it could not be started", "server-2.out");
        assertThat(domain().servers()).noneMatch(ServerStatus::alive);
        assertThat(processes()).isEmpty();
    }

    /** Counts one up in a session, through the load balancer; returns its cookie as it is then. */
    private String count(String cookie, int expected) throws IOException {
        return counted("/counter/", cookie, expected);
    }

    /** Puts one more into a cart, a bean of the session. */
    private String cart(String cookie, int expected) throws IOException {
        return counted("/bookshop/api/cart", cookie, expected);
    }

    private String counted(String path, String cookie, int expected) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + (port + 1079) + path).toURL().openConnection();
        connection.setReadTimeout(30_000);
        connection.setRequestProperty("Cookie", cookie);
        connection.setRequestProperty("Accept", "application/json");
        String answer = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).startsWith("{\"count\":" + expected + ",");
        String set = connection.getHeaderField("Set-Cookie");
        return set == null ? cookie : set.substring(0, set.indexOf(';'));
    }

    /** The same where it may be told to come again: 503 says that nothing was counted. */
    private String countSoon(String cookie, int expected) {
        AtomicReference<String> after = new AtomicReference<>("");
        await().atMost(PATIENCE)
                .ignoreExceptionsMatching(e -> String.valueOf(e.getMessage()).contains(" 503 "))
                .until(() -> {
                    after.set(count(cookie, expected));
                    return true;
                });
        return after.get();
    }

    private static String page(int port, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        connection.setReadTimeout(30_000);
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The first of the ports that the demo takes; not of those that the system gives to outgoing connections. */
    private static int freePorts() {
        for (int attempt = 0; attempt < 200; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(20_000, 31_000);
            boolean free = true;
            for (int i = 0; i < 4 && free; i++) {
                free = free(first + 2 * i) && free(first + 2 * i + 100);
            }
            if (free && free(first + 8) && free(first + 1079)) {
                return first;
            }
        }
        throw new AssertionError("no free ports");
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
