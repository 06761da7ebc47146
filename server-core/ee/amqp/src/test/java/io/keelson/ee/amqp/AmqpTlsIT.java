package io.keelson.ee.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.net.tls.CertificateWriter;
import io.keelson.security.RealmEditor;
import io.keelson.testkit.TestServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that come over TLS, on the port of HTTPS. */
@Timeout(60)
final class AmqpTlsIT {
    private static final String PASSWORD = "notsecret";

    private final Path directory;
    private TestServer server;

    AmqpTlsIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void start() throws Exception {
        KeyPair key = CertificateWriter.newKey();
        X509Certificate certificate = certificate(key);
        Path pem = pem("server.pem", "CERTIFICATE", certificate.getEncoded());
        Path keys = pem("server.key", "PRIVATE KEY", key.getPrivate().getEncoded());
        trust("trusted.p12", certificate);
        trust("others.p12", certificate(CertificateWriter.newKey()));
        Path domain = directory.resolve("domain");
        new RealmEditor(domain.resolve("security/realm"), 4_096, "keelson", List.of())
                .put("alice", "wonder land".toCharArray(), List.of());
        server = TestServer.builder()
                .directory(domain)
                .yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer:
                            listen-port: 0
                            tls-listen-port: 0
                            tls: {certificate: "%s", key: "%s"}
                            amqp: {enabled: true}
                        jms-queues:
                          orders: {}
                        """.formatted(pem, keys))
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static X509Certificate certificate(KeyPair key) throws Exception {
        return CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        "server",
                        List.of("127.0.0.1"),
                        false,
                        Instant.now().minus(Duration.ofHours(1)),
                        Instant.now().plus(Duration.ofHours(1))),
                key);
    }

    private Path pem(String name, String label, byte[] bytes) throws Exception {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name), "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    }

    private void trust(String name, X509Certificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("server", certificate);
        try (OutputStream out = Files.newOutputStream(directory.resolve(name))) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private JmsConnectionFactory factory(String trust) {
        JmsConnectionFactory made = new JmsConnectionFactory("amqps://127.0.0.1:"
                + server.address("DefaultSecure").getPort() + "?transport.trustStoreLocation="
                + directory.resolve(trust)
                + "&transport.trustStorePassword=" + PASSWORD + "&transport.storeType=PKCS12");
        return made;
    }

    @Test
    void aClientLogsInAndItsMessagesGoAndComeWhole() {
        String large = "a".repeat(300_000); // several records of TLS, and several frames
        try (JMSContext context = factory("trusted.p12").createContext("alice", "wonder land");
                JMSConsumer consumer = context.createConsumer(context.createQueue("orders"))) {
            for (int i = 0; i < 100; i++) {
                context.createProducer().send(context.createQueue("orders"), "m" + i);
            }
            context.createProducer().send(context.createQueue("orders"), large);
            for (int i = 0; i < 100; i++) {
                assertThat(consumer.receiveBody(String.class, 20_000)).isEqualTo("m" + i);
            }
            assertThat(consumer.receiveBody(String.class, 20_000)).isEqualTo(large);
        }
    }

    @Test
    void aWrongPasswordIsRefusedOverTlsToo() {
        assertThatThrownBy(() -> factory("trusted.p12").createContext("alice", "wrong"))
                .isInstanceOf(JMSSecurityRuntimeException.class);
    }

    @Test
    void aClientThatDoesNotTrustTheServerDoesNotSpeakToIt() {
        assertThatThrownBy(() -> factory("others.p12").createContext("alice", "wonder land"))
                .isInstanceOf(JMSRuntimeException.class)
                .isNotInstanceOf(JMSSecurityRuntimeException.class);
    }

    @Test
    void aClientWithoutTlsGetsNowhereOnThatPort() {
        JmsConnectionFactory plain = new JmsConnectionFactory("amqp://127.0.0.1:"
                + server.address("DefaultSecure").getPort() + "?transport.connectTimeout=5000&jms.connectTimeout=5000");
        assertThatThrownBy(() -> plain.createContext("alice", "wonder land")).isInstanceOf(JMSRuntimeException.class);
    }
}
