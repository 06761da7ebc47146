package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;
import org.infinispan.client.hotrod.exceptions.HotRodClientException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers of the distribution with a cache of two owners: the same entries by Hot Rod, memcached's protocol, REST, an application
 * and the command line; wrong passwords; and a server that is killed.
 */
@Tag("whole")
class CachesSystemIT {
    private static final List<String> SERVERS = List.of("server-1", "server-2", "server-3");
    private static final int ENTRIES = 1_000;
    private static final String PASSWORD = "a-secret-of-ann";
    private static final String CACHES = """

        caches:
          demo:
            owners: 2
            readers: [guests]
            writers: [clerks]
          open:
            mode: replicated
            lifespan: 1h
            administrators: [everyone]
          books:
            values: objects
            administrators: [everyone]
        grid:
          rest-enabled: true
          memcached-cache: demo
        """;

    @TempDir
    private Path parent;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Integer> ports = new LinkedHashMap<>();

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void allSeeTheSameAndAKilledServerLosesNothing() throws Exception {
        try (LiveDomain domain = LiveDomain.create(parent, SERVERS.size())) {
            begin(domain);
            try (RemoteCacheManager manager = hotRod("ann", PASSWORD)) {
                RemoteCache<String, String> demo = manager.getCache("demo");
                for (int i = 0; i < ENTRIES; i++) {
                    demo.put("k" + i, "välue " + i);
                }
                assertThat(demo.getCacheTopologyInfo().getSegmentsPerServer()).hasSize(3);
                same(domain, demo);
                refusals(domain);
                kill(domain, demo);
            }
        }
    }

    private void begin(LiveDomain domain) throws Exception {
        for (String server : SERVERS) {
            ports.put(server, FreePorts.next());
        }
        domain.configure(text -> {
            String all = text;
            for (String server : SERVERS) {
                all = all.replace(
                        "\n  " + server + ":\n",
                        "\n  " + server + ":\n    channels:\n      grid:\n        listen-port: " + ports.get(server)
                                + "\n        protocols: [hot-rod, memcached]\n");
            }
            return all + CACHES;
        });
        user(domain, "ann", "clerks", PASSWORD);
        user(domain, "bob", "guests", "a-secret-of-bob");
        domain.launch(SERVERS.toArray(String[]::new));
        domain.awaitRunning(SERVERS.toArray(String[]::new));
        awaitMembers(domain, 3, SERVERS);
    }

    private void user(LiveDomain domain, String name, String group, String password) throws IOException {
        Path file = Files.writeString(parent.resolve(name), password + "\n");
        LiveServer.Said said = domain.cli("user", "add", name, "--group", group, "--password-file", file.toString());
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private static void awaitMembers(LiveDomain domain, int members, List<String> servers) {
        for (String server : servers) {
            await().atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(
                                    domain.manage(server, "caches").body())
                            .contains("\"name\":\"demo\"", "\"state\":\"available\"", "\"members\":" + members));
        }
    }

    private RemoteCacheManager hotRod(String user, String password) {
        ConfigurationBuilder how = new ConfigurationBuilder();
        how.addServer().host("127.0.0.1").port(ports.get("server-1"));
        how.maxRetries(2).connectionTimeout(5_000).socketTimeout(30_000);
        how.security()
                .authentication()
                .saslMechanism("SCRAM-SHA-256")
                .username(user)
                .password(password);
        return new RemoteCacheManager(how.build());
    }

    /** What one has put the others have, on each server. */
    private void same(LiveDomain domain, RemoteCache<String, String> demo) throws Exception {
        for (String server : SERVERS) {
            HttpResponse<String> got = rest(domain, server, "GET", "demo/k7", "ann:" + PASSWORD, null);
            assertThat(got.statusCode()).isEqualTo(200);
            assertThat(got.body()).isEqualTo("välue 7");
            assertThat(got.headers().firstValue("Content-Type")).hasValue("text/plain; charset=UTF-8");
            try (Memcached client = new Memcached(ports.get(server))) {
                assertThat(client.ask("get k7")).isEqualTo("CLIENT_ERROR unauthenticated");
                assertThat(client.put("login", 0, "ann " + PASSWORD)).isEqualTo("STORED");
                assertThat(client.get("k7")).isEqualTo("0 välue 7");
                assertThat(client.put("by-memcached-" + server, 5, "m")).isEqualTo("STORED");
                assertThat(client.get("by-memcached-" + server)).isEqualTo("5 m");
            }
            assertThat(demo.get("by-memcached-" + server)).isEqualTo("m");
        }
        domain.deploy("server-2", "caching", WarFile.ofSources("caching", parent.resolve("classes")));
        assertThat(domain.ask("server-2", "GET", "/caching/k7")).isEqualTo("välue 7");
        assertThat(domain.ask("server-2", "GET", "/caching/by-application?value=a"))
                .isEqualTo("a");
        assertThat(demo.get("by-application")).isEqualTo("a");
        assertThat(rest(domain, "server-2", "PUT", "demo/by-rest", "ann:" + PASSWORD, "r")
                        .statusCode())
                .isEqualTo(204);
        assertThat(rest(domain, "server-2", "POST", "demo/by-rest", "ann:" + PASSWORD, "s")
                        .statusCode())
                .isEqualTo(409);
        assertThat(demo.get("by-rest")).isEqualTo("r");
        for (int i = 0; i < ENTRIES; i++) { // one connection: no answer ends the next one
            assertThat(rest(domain, "server-2", "GET", "demo/k" + i, "ann:" + PASSWORD, null)
                            .body())
                    .isEqualTo("välue " + i);
        }
        LiveServer.Said said = domain.cli("cache", "get", "demo", "by-rest", "--server", "server-3");
        assertThat(said.text()).contains("value: r");
        assertThat(rest(domain, "server-3", "DELETE", "demo/by-rest", "ann:" + PASSWORD, null)
                        .statusCode())
                .isEqualTo(204);
        assertThat(demo.get("by-rest")).isNull();
        assertThat(rest(domain, "server-1", "PUT", "open/o", null, "x").statusCode())
                .isEqualTo(204);
        assertThat(rest(domain, "server-1", "PUT", "books/o", null, "x").statusCode())
                .isEqualTo(204);
        assertThat(rest(domain, "server-3", "GET", "books/o", null, null).body())
                .isEqualTo("x");
        assertThat(rest(domain, "server-3", "GET", "open/o", null, null)
                        .headers()
                        .firstValue("timeToLiveSeconds"))
                .hasValue("3600");
    }

    private void refusals(LiveDomain domain) throws Exception {
        assertThat(rest(domain, "server-1", "GET", "demo/k7", "ann:wrong", null).statusCode())
                .isEqualTo(401);
        assertThat(rest(domain, "server-1", "GET", "demo/k7", null, null).statusCode())
                .isEqualTo(401);
        assertThat(rest(domain, "server-1", "PUT", "demo/k7", "bob:a-secret-of-bob", "x")
                        .statusCode())
                .isEqualTo(403);
        assertThat(rest(domain, "server-1", "POST", "demo?action=clear", "ann:" + PASSWORD, "")
                        .statusCode())
                .isEqualTo(403);
        try (Memcached client = new Memcached(ports.get("server-1"))) {
            assertThat(client.put("login", 0, "ann wrong")).isEqualTo("CLIENT_ERROR authentication failure");
            assertThat(client.put("login", 0, "bob a-secret-of-bob")).isEqualTo("STORED");
            assertThat(client.ask("delete k7")).isEqualTo("CLIENT_ERROR you may not do that with this cache");
        }
        try (RemoteCacheManager reader = hotRod("bob", "a-secret-of-bob")) {
            RemoteCache<String, String> demo = reader.getCache("demo");
            assertThat(demo.get("k7")).isEqualTo("välue 7");
            assertThatThrownBy(() -> demo.put("k7", "x"))
                    .isInstanceOf(HotRodClientException.class)
                    .hasMessageContaining("WRITE");
        }
        assertThatThrownBy(() -> {
                    try (RemoteCacheManager stranger = hotRod("nobody", "wrong")) {
                        stranger.getCache("demo").get("k7");
                    }
                })
                .isInstanceOf(HotRodClientException.class);
    }

    private void kill(LiveDomain domain, RemoteCache<String, String> demo) throws Exception {
        domain.signal("server-1", "KILL");
        assertThat(domain.process("server-1").waitFor(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(demo.get("k" + i)).isEqualTo("välue " + i);
        }
        demo.put("after", "it goes on");
        List<String> left = List.of("server-2", "server-3");
        awaitMembers(domain, 2, left);
        domain.forget("server-1");
        domain.launch("server-1");
        domain.awaitRunning("server-1");
        awaitMembers(domain, 3, SERVERS);
        try (Memcached client = new Memcached(ports.get("server-1"))) {
            client.put("login", 0, "ann " + PASSWORD);
            assertThat(client.get("after")).isEqualTo("0 it goes on");
            for (int i = 0; i < ENTRIES; i++) {
                assertThat(client.get("k" + i)).isEqualTo("0 välue " + i);
            }
        }
    }

    private HttpResponse<String> rest(
            LiveDomain domain, String server, String method, String path, String login, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + domain.address(server) + "/rest/v2/caches/" + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (login != null) {
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** A client of memcached's text protocol over a plain socket. */
    private static final class Memcached implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Memcached(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout(30_000);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        String ask(String command) throws IOException {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return in.readLine();
        }

        String put(String key, int flags, String value) throws IOException {
            int bytes = value.getBytes(StandardCharsets.UTF_8).length;
            return ask("set " + key + " " + flags + " 0 " + bytes + "\r\n" + value);
        }

        /** Flags and value; what was answered where there is none. */
        String get(String key) throws IOException {
            String head = ask("get " + key);
            if (!head.startsWith("VALUE ")) {
                return head;
            }
            String value = in.readLine();
            assertThat(in.readLine()).isEqualTo("END");
            return head.split(" ")[2] + " " + value;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
