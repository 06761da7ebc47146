package io.keelson.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.kernel.management.RuntimeState;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.net.tls.ServerTrust;
import io.keelson.testkit.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS on both sides of the balancer. */
@Timeout(120)
class BalancerTlsIT {
    @TempDir
    private Path directory;

    private record Identity(Path certificate, Path key) {
        String yaml() {
            return "tls: {certificate: \"" + certificate + "\", key: \"" + key + "\"}";
        }
    }

    private Identity identity(String name) throws Exception {
        KeyPair key = CertificateWriter.newKey();
        X509Certificate certificate = CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        name,
                        List.of("127.0.0.1"),
                        false,
                        Instant.now().minus(Duration.ofHours(1)),
                        Instant.now().plus(Duration.ofHours(1))),
                key);
        return new Identity(
                pem(name + ".pem", "CERTIFICATE", certificate.getEncoded()),
                pem(name + ".key", "PRIVATE KEY", key.getPrivate().getEncoded()));
    }

    private Path pem(String name, String label, byte[] bytes) throws Exception {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name), "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    }

    private TestServer server(String name, Identity identity, String more) throws Exception {
        return TestServer.builder()
                .directory(Files.createDirectories(directory.resolve(name)))
                .yaml("name: test\nservers:\n  AdminServer:\n    listen-port: 0\n    tls-listen-port: 0\n    "
                        + identity.yaml() + "\n" + more)
                .start();
    }

    private static int securePort(TestServer server) {
        return server.address("DefaultSecure").getPort();
    }

    private TestServer balancer(String name, Identity own, Path trusted, TestServer behind) throws Exception {
        return server(
                name,
                own,
                "    balancer: {https: true, check-interval: 100ms, server-certificates: \"" + trusted
                        + "\", servers: [\"127.0.0.1:" + securePort(behind) + "\"]}\n");
    }

    private static void awaitCondition(TestServer balancer, String condition) {
        RuntimeState state = balancer.service(RuntimeState.class);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(state.of("balancer").orElseThrow())
                        .extracting(each -> ((BalancedServer) each).condition())
                        .containsExactly(condition));
    }

    @Test
    void endsTheClientsTlsAndBeginsItsOwnWithServersThatItTrusts() throws Exception {
        Identity own = identity("balancer");
        Identity theirs = identity("server");
        try (Behind behind = new Behind("one", "111", server("behind", theirs, ""));
                TestServer balancer = balancer("trusting", own, theirs.certificate(), behind.server);
                TestServer wary = balancer("wary", own, own.certificate(), behind.server)) {
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(ServerTrust.in(own.certificate()))
                    .build();
            URI uri = URI.create("https://127.0.0.1:" + securePort(balancer));
            byte[] body = new byte[1024 * 1024 + 1];
            new Random(5).nextBytes(body);
            awaitCondition(balancer, "ready");
            HttpResponse<byte[]> echoed = client.send(
                    HttpRequest.newBuilder(uri.resolve("/echo"))
                            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(echoed.body()).isEqualTo(body);
            assertThat(client.send(
                                    HttpRequest.newBuilder(uri.resolve("/x")).build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("X-Forwarded-Proto: https", "proto=https");

            int before = behind.requests.get();
            awaitCondition(wary, "down");
            HttpResponse<String> refused = client.send(
                    HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + securePort(wary) + "/x"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(behind.requests).hasValue(before);
        }
    }
}
