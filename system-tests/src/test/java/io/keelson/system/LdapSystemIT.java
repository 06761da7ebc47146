package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.security.ldap.TestDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users in a directory, over TLS, for a server of the distribution: the part is opened, and the roles are those of their groups. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("whole")
class LdapSystemIT {
    private static final String EMERGENCY = "battery staple";
    private static final Pattern SECURE = Pattern.compile("Channel DefaultSecure is now listening on \\S+:(\\d+)");

    @TempDir
    Path directory;

    private LiveServer server;

    private int basic(String user, String password) throws Exception {
        byte[] text = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return server.get(
                        "/management/v1/server",
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(text))
                .statusCode();
    }

    private void awaitState(String state) {
        await().atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(server.manage("GET", "server/runtime/realm-providers")
                                .body())
                        .containsPattern("\"name\":\"people\"[^}]*\"state\":\"" + state + "\""));
    }

    private String remote(String url, String... user) throws Exception {
        String classPath = LiveServer.HOME.resolve("client/keelson-client.jar")
                + System.getProperty("path.separator")
                + directory.resolve("classes");
        List<String> arguments = new ArrayList<>(List.of(url));
        arguments.addAll(List.of(user));
        try (Client client = Client.start(classPath, "remote.Caller", arguments.toArray(String[]::new))) {
            String line = client.line();
            return line.equals("ready") ? client.ask("who") : line;
        }
    }

    /** Over TLS by the password itself, never in the clear; failures count with those of the other ways in. */
    private void remoteUsers() throws Exception {
        Matcher secure = SECURE.matcher(server.output());
        assertThat(secure.find()).as(server.output()).isTrue();
        String url = "keelsons://localhost:" + secure.group(1);
        String trust = server.domain().resolve("security/tls.pem").toString();
        assertThat(remote(url, "ann", "ann's password", trust)).isEqualTo("ann");
        assertThat(remote(url, "root", EMERGENCY, trust)).isEqualTo("root");
        assertThat(remote(url, "ann", "ann's password", trust, "false")).contains("AuthenticationException");
        assertThat(remote("keelson://" + server.address(), "ann", "ann's password"))
                .contains("AuthenticationException");
        assertThat(remote(url, "bob", "wrong", trust)).contains("AuthenticationException");
        for (int i = 0; i < 4; i++) {
            assertThat(basic("bob", "wrong")).isEqualTo(401);
        }
        assertThat(basic("bob", "bob's password")).as("locked").isEqualTo(401);
    }

    @Test
    void usersOfADirectoryAdministrateByTheirGroups() throws Exception {
        server = LiveServer.create(directory);
        try (TestDirectory people = new TestDirectory(
                directory, "dns:localhost,ip:127.0.0.1", server.domain().resolve("security/directory.pem"))) {
            Files.writeString(server.domain().resolve("security/directory-password"), TestDirectory.PASSWORD);
            server.configure("""
                    realm-providers:
                      people:
                        type: ldap
                        cache-time: 0s
                        ldap:
                          urls: [%s]
                          trust-file: security/directory.pem
                          bind-dn: %s
                          password-file: security/directory-password
                          user-base: ou=people,%s
                    security:
                      providers: [people]
                    management:
                      role-groups:
                        monitors: [company]
                    """.formatted(people.secure("localhost"), TestDirectory.SERVER, TestDirectory.BASE));
            Path password = Files.writeString(directory.resolve("password"), EMERGENCY);
            assertThat(server.cli(
                                    "user",
                                    "add",
                                    "root",
                                    "--group",
                                    "Administrators",
                                    "--password-file",
                                    password.toString())
                            .exit())
                    .isZero();
            assertThat(server.cli("tls", "create-certificate").exit()).isZero();
            server.launch(
                    "-Dkeelson.servers.AdminServer.tls.certificate=security/tls.pem",
                    "-Dkeelson.servers.AdminServer.tls.key=security/tls.key",
                    "-Dkeelson.servers.AdminServer.tls-listen-port=0");
            server.awaitRunning();
            awaitState("RUNNING");
            assertThat(basic("ann", "ann's password"))
                    .as("by a group of a group of hers")
                    .isEqualTo(200);
            assertThat(basic("ann", "wrong")).isEqualTo(401);
            assertThat(basic("*", "ann's password")).isEqualTo(401);
            assertThat(basic("bob", "bob's password"))
                    .as("known, and in no group")
                    .isEqualTo(403);

            server.deploy("remote", WarFile.ofSources("remote", directory.resolve("classes")));
            remoteUsers();

            people.away();
            awaitState("AWAY");
            assertThat(basic("ann", "ann's password")).isEqualTo(401);
            assertThat(basic("root", EMERGENCY)).isEqualTo(200);
            assertThat(server.output())
                    .contains("KLS-090008")
                    .doesNotContain(TestDirectory.PASSWORD)
                    .doesNotContain("ann's password");
        } finally {
            server.close();
        }
    }
}
