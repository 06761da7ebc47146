package io.keelson.ee.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ee.concurrency.office.Letter;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Contextual proxies that one application writes and another reads. */
@Timeout(120)
class SerializedProxyIT {
    @TempDir
    static Path directory;

    private static TestServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void deploy() throws Exception {
        deploy("sender");
        deploy("reader");
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static void deploy(String name) throws Exception {
        Path war = new TestArchive().classes(Letter.class).write(directory.resolve(name + ".war"));
        server.service(Deployer.class).deploy(name, war, null);
    }

    private static String get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void aProxyThatAnotherApplicationReadsRunsInItsOwnContext() throws Exception {
        assertThat(get("/reader/letter?read=" + get("/sender/letter")))
                .isEqualTo("sender application-sender, a letter, reader");
    }

    @Test
    void aProxyOfAModuleThatHasEndedIsRefusedUntilItIsThereAgain() throws Exception {
        String proxy = get("/sender/letter");
        server.service(Deployer.class).undeploy("sender");
        assertThat(get("/reader/letter?read=" + proxy))
                .isEqualTo("IllegalStateException: sender has ended; nothing of it runs any more");
        deploy("sender");
        assertThat(get("/reader/letter?read=" + proxy)).startsWith("sender ");
    }

    @Test
    void bytesThatThisServerHasNotSignedAreRefused() throws Exception {
        byte[] bytes = Base64.getUrlDecoder().decode(get("/sender/letter"));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        byte[] forged = text.replaceFirst("sender", "reader").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(forged).isNotEqualTo(bytes);
        assertThat(get("/reader/letter?read=" + Base64.getUrlEncoder().encodeToString(forged)))
                .startsWith("InvalidObjectException: a contextual proxy can be read in the server that has written it");
    }

    @Test
    void anInstanceThatIsNotSerializableIsNamed() throws Exception {
        assertThat(get("/sender/letter?heavy=1")).isEqualTo("NotSerializableException: java.lang.Object");
    }
}
