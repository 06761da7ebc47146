package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Objects of two servers of a cluster, called by a client with the thin jar, and by one server for the client at the other. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClusterCallsSystemIT {
    private static final String[] TWO = {"server-1", "server-2"};
    private static final String ADA = "{\"password\": \"a long password\", \"groups\": []}";

    @TempDir
    private Path directory;

    private static void awaitSpread(Client caller, String processes) {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(caller.ask("spread 20")).isEqualTo(processes));
    }

    private static Client client(String classPath, LiveDomain domain) throws Exception {
        Client client = Client.start(
                classPath, "remote.Caller", "keelson://" + domain.address("server-1"), "ada", "a long password");
        assertThat(client.line()).isEqualTo("ready");
        return client;
    }

    private static String halves(LiveDomain domain) {
        long one = domain.process("server-1").pid();
        long two = domain.process("server-2").pid();
        return "{" + Math.min(one, two) + "=10, " + Math.max(one, two) + "=10}";
    }

    @Test
    void callsGoToTheMembersThatThereAreAndAreMadeAsTheUser() throws Exception {
        WarFile application = WarFile.ofSources("remote", directory.resolve("classes"));
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            domain.launch(TWO);
            domain.awaitRunning(TWO);
            for (String server : TWO) {
                domain.deploy(server, "remote", application);
                HttpResponse<String> user = domain.send(
                        server, "PUT", "security/users/ada", "application/json", ADA.getBytes(StandardCharsets.UTF_8));
                assertThat(user.statusCode()).as(user.body()).isBetween(200, 204);
            }
            String classPath = LiveServer.HOME.resolve("client/keelson-client.jar")
                    + System.getProperty("path.separator")
                    + directory.resolve("classes");
            // What a connection takes references to is said when it is made: it is to be made when each knows the
            // other.
            try (Client first = client(classPath, domain)) {
                awaitSpread(first, halves(domain));
            }
            try (Client caller = client(classPath, domain)) {
                awaitSpread(caller, halves(domain));

                // The client is nobody to server-2; server-1, which it has logged in to, calls that for it.
                assertThat(caller.ask("pass keelson://" + domain.address("server-2")))
                        .isEqualTo("nobody, ada");

                // What may be done twice never fails; of the others those that were under way do, and say so.
                caller.send("load 3000");
                TimeUnit.MILLISECONDS.sleep(1000);
                domain.signal("server-2", "KILL");
                String[] seen = caller.line().split(" ");
                assertThat(Integer.parseInt(seen[0])).isGreaterThan(500);
                assertThat(seen[1]).as("failed and should not have").isEqualTo("0");
                assertThat(Integer.parseInt(seen[2])).isBetween(0, 2);
                awaitSpread(caller, "{" + domain.process("server-1").pid() + "=20}");

                // It comes back with its application, and the answers say so.
                domain.forget("server-2");
                domain.launch("server-2");
                domain.awaitRunning("server-2");
                awaitSpread(caller, halves(domain));
            }
        }
    }
}
