package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;
import org.infinispan.client.hotrod.exceptions.HotRodClientException;
import org.infinispan.client.hotrod.exceptions.TransportException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hot Rod on a channel with TLS: users log in by SCRAM, and each may do with a cache what its roles say. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HotRodTlsSystemIT {
    private static final Pattern GRID = Pattern.compile("KLS-002613: Channel grid is now listening on \\S+:(\\d+) ");
    private static final List<String> USERS = List.of("reader", "writer", "administrator", "stranger");

    @TempDir
    static Path directory;

    private static LiveServer server;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        server = LiveServer.create(directory);
        said("tls", "create-certificate");
        for (String user : USERS) {
            Path password = Files.writeString(directory.resolve(user), "a-secret-of-" + user + "\n");
            said("user", "add", user, "--group", user + "s", "--password-file", password.toString());
        }
        Path settings = server.domain().resolve("domain.yaml");
        String text = Files.readString(settings);
        String changed = text.replaceFirst("(?m)^  AdminServer:$", """
                $0
                    channels:
                      grid:
                        listen-port: 0
                        protocols: [hot-rod]
                        tls: {certificate: security/tls.pem, key: security/tls.key}""");
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(settings, changed + """

                caches:
                  demo:
                    readers: [readers]
                    writers: [writer]
                    administrators: [administrators]
                  other:
                    writers: [readers]
                """);
        server.launch();
        server.awaitRunning();
        await().atMost(Duration.ofSeconds(60)).until(() -> server.output().contains("KLS-101233"));
        Matcher grid = GRID.matcher(server.output());
        assertThat(grid.find()).as(server.output()).isTrue();
        port = Integer.parseInt(grid.group(1));
    }

    private static void said(String... arguments) {
        LiveServer.Said said = server.cli(arguments);
        assertThat(said.exit()).as(said.text()).isZero();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(server.domain().resolve("security/tls.pem"))) {
            store.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static RemoteCacheManager client(String user, String password, boolean tls) throws Exception {
        ConfigurationBuilder how = new ConfigurationBuilder();
        how.addServer().host("127.0.0.1").port(port);
        how.maxRetries(0).connectionTimeout(10_000).socketTimeout(30_000);
        how.security()
                .authentication()
                .saslMechanism("SCRAM-SHA-256")
                .username(user)
                .password(password);
        if (tls) {
            how.security().ssl().enable().sslContext(trusting()).sniHostName("localhost");
        }
        return new RemoteCacheManager(how.build());
    }

    private static RemoteCacheManager client(String user) throws Exception {
        return client(user, "a-secret-of-" + user, true);
    }

    private static void assertRefused(Runnable operation, String permission) {
        assertThatThrownBy(operation::run)
                .isInstanceOf(HotRodClientException.class)
                .hasMessageContaining(permission);
    }

    @Test
    void eachMayDoWhatItsRolesSay() throws Exception {
        try (RemoteCacheManager writing = client("writer");
                RemoteCacheManager reading = client("reader");
                RemoteCacheManager administering = client("administrator");
                RemoteCacheManager strange = client("stranger")) {
            RemoteCache<String, String> written = writing.getCache("demo");
            written.put("k", "v");
            assertThat(written.get("k")).isEqualTo("v");
            assertRefused(written::clear, "BULK_WRITE");
            RemoteCache<String, String> read = reading.getCache("demo");
            assertThat(read.get("k")).isEqualTo("v");
            assertRefused(() -> read.put("k", "w"), "WRITE");
            assertRefused(() -> read.remove("k"), "WRITE");
            reading.<String, String>getCache("other").put("mine", "1"); // a role is of one cache
            assertRefused(() -> writing.<String, String>getCache("other").get("mine"), "READ");
            assertRefused(() -> strange.<String, String>getCache("demo").get("k"), "READ");
            RemoteCache<String, String> administered = administering.getCache("demo");
            administered.put("l", "v");
            administered.clear();
            assertThat(read.get("k")).isNull();
        }
    }

    @Test
    void aWrongPasswordIsRefused() {
        assertThatThrownBy(() -> {
                    try (RemoteCacheManager client = client("writer", "wrong", true)) {
                        client.getCache("demo").get("k");
                    }
                })
                .isInstanceOf(HotRodClientException.class)
                .hasMessageContaining("ISPN");
    }

    @Test
    void inTheClearNobodyIsServedThere() {
        assertThatThrownBy(() -> {
                    try (RemoteCacheManager client = client("writer", "a-secret-of-writer", false)) {
                        client.getCache("demo").get("k");
                    }
                })
                .isInstanceOfAny(TransportException.class, HotRodClientException.class);
    }
}
