package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.security.ldap.TestDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users in a directory, over TLS, for a server of the distribution: the part is opened, and the roles are those of their groups. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LdapSystemIT {
    private static final String EMERGENCY = "battery staple";

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
            server.launch();
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
