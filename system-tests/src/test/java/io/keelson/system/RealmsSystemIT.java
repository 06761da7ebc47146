package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users in a database that goes away and comes back, for applications, remote clients and administration. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RealmsSystemIT {
    private static final String PASSWORD = "correct horse";
    private static final String EMERGENCY = "battery staple";
    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <security-constraint>
                <web-resource-collection><web-resource-name>all</web-resource-name><url-pattern>/*</url-pattern></web-resource-collection>
                <auth-constraint><role-name>clerks</role-name></auth-constraint>
              </security-constraint>
              <login-config><auth-method>BASIC</auth-method></login-config>
              <security-role><role-name>clerks</role-name></security-role>
            </web-app>
            """;

    @TempDir
    Path directory;

    private LiveServer server;

    private int basic(String path, String user, String password) throws Exception {
        byte[] text = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return server.get(path, "Authorization", "Basic " + Base64.getEncoder().encodeToString(text))
                .statusCode();
    }

    private void add(String user, String password, String group, String... more) throws Exception {
        Path file = Files.writeString(directory.resolve("password"), password);
        String[] command = {"user", "add", user, "--group", group, "--password-file", file.toString()};
        String[] all = java.util.stream.Stream.of(command, more)
                .flatMap(java.util.stream.Stream::of)
                .toArray(String[]::new);
        LiveServer.Said said = server.cli(all);
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private void awaitState(String state) {
        await().atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(server.manage("GET", "server/runtime/realm-providers")
                                .body())
                        .contains("\"name\":\"people\"")
                        .containsPattern("\"name\":\"people\"[^}]*\"state\":\"" + state + "\""));
    }

    private String remoteUser(String user, String password) throws Exception {
        String classPath = LiveServer.HOME.resolve("client/keelson-client.jar")
                + System.getProperty("path.separator")
                + directory.resolve("classes");
        try (Client client =
                Client.start(classPath, "remote.Caller", "keelson://" + server.address(), user, password)) {
            String line = client.line();
            return line.equals("ready") ? client.ask("who") : line;
        }
    }

    @Test
    void usersOfADatabaseLogInWhileItIsThereAndTheAdministratorOfTheFileAlways() throws Exception {
        int port = FreePorts.next();
        Process database = DatabaseProcess.start(port, directory);
        server = LiveServer.create(directory).configure("""
                data-sources:
                  users:
                    url: jdbc:h2:tcp://127.0.0.1:%d/./users
                    user: keelson
                    jndi-names: [jdbc/users]
                realm-providers:
                  people:
                    type: jdbc
                    cache-time: 0s
                    jdbc:
                      data-source: users
                security:
                  providers: [people]
                """.formatted(port));
        try {
            server.launch();
            server.awaitRunning();
            awaitState("RUNNING");
            add("root", EMERGENCY, "Administrators");
            add("ann", PASSWORD, "clerks", "--provider", "people");
            add("boss", PASSWORD, "Administrators", "--provider", "people");
            assertThat(server.cli("user", "list", "--provider", "people").text())
                    .contains("ann  (clerks)")
                    .contains("boss")
                    .doesNotContain("root");
            assertThat(server.cli("user", "list", "--provider", "nowhere").text())
                    .contains("no realm provider");
            server.deploy(
                    "secret", new WarFile().text("WEB-INF/web.xml", WEB_XML).text("index.html", "<p>for clerks</p>"));
            server.deploy("remote", WarFile.ofSources("remote", directory.resolve("classes")));

            assertThat(basic("/secret/index.html", "ann", PASSWORD)).isEqualTo(200);
            assertThat(basic("/secret/index.html", "ann", "wrong")).isEqualTo(401);
            assertThat(basic("/secret/index.html", "boss", PASSWORD)).isEqualTo(403);
            assertThat(remoteUser("ann", PASSWORD)).isEqualTo("ann");
            assertThat(remoteUser("ann", "wrong")).contains("AuthenticationException");
            assertThat(basic("/management/v1/server", "boss", PASSWORD)).isEqualTo(200);

            database.destroyForcibly().waitFor();
            awaitState("AWAY");
            assertThat(basic("/secret/index.html", "ann", PASSWORD)).isEqualTo(401);
            assertThat(basic("/management/v1/server", "boss", PASSWORD)).isEqualTo(401);
            assertThat(basic("/management/v1/server", "root", EMERGENCY)).isEqualTo(200);
            server.awaitSaid("KLS-090008");

            database = DatabaseProcess.start(port, directory);
            awaitState("RUNNING");
            assertThat(basic("/secret/index.html", "ann", PASSWORD)).isEqualTo(200);
            assertThat(basic("/management/v1/server", "boss", PASSWORD)).isEqualTo(200);
            assertThat(server.output())
                    .contains("KLS-090009")
                    .doesNotContain(PASSWORD)
                    .doesNotContain(EMERGENCY);

            assertThat(server.cli("user", "remove", "ann", "--provider", "people")
                            .exit())
                    .isZero();
            assertThat(basic("/secret/index.html", "ann", PASSWORD)).isEqualTo(401);
        } finally {
            server.close();
            database.destroyForcibly().waitFor();
        }
    }
}
