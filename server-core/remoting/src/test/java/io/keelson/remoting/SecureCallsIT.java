package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.client.ContextFactory;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.internal.auth.DirectoryRealm;
import io.keelson.remoting.internal.auth.TestRealm;
import io.keelson.remoting.internal.call.Address;
import io.keelson.remoting.internal.call.FirstOf;
import io.keelson.remoting.internal.call.NamingClient;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Hashtable;
import java.util.List;
import javax.naming.AuthenticationException;
import javax.naming.CommunicationException;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/** Logins, in the clear on loopback and bound to TLS. */
class SecureCallsIT {
    private static SSLContext tls(String... names) throws Exception {
        Instant now = Instant.now();
        KeyPair key = CertificateWriter.newKey();
        X509Certificate certificate = CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        "test", List.of(names), true, now.minusSeconds(60), now.plus(Duration.ofDays(1))),
                key);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", key.getPrivate(), new char[0], new Certificate[] {certificate});
        store.setCertificateEntry("authority", certificate);
        KeyManagerFactory keys = KeyManagerFactory.getInstance("NewSunX509");
        keys.init(store, new char[0]);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static Context context(LoneServer server, SSLContext tls, String user, Object password)
            throws NamingException {
        return context(server, tls, user, password, "true");
    }

    private static Context context(LoneServer server, SSLContext tls, String user, Object password, String plain)
            throws NamingException {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, server.url());
        environment.put(ContextFactory.PLAIN_LOGIN, plain);
        if (tls != null) {
            environment.put(ContextFactory.SSL_CONTEXT, tls);
        }
        if (user != null) {
            environment.put(Context.SECURITY_PRINCIPAL, user);
            environment.put(Context.SECURITY_CREDENTIALS, password);
        }
        return new InitialContext(environment);
    }

    private static void assertLogins(LoneServer server, SSLContext tls) throws Exception {
        server.names.bound.put("secret/x", "y");
        Context context = context(server, tls, "ada", "pencil");
        assertThat(context.lookup("secret/x")).isEqualTo("y");
        assertThat(server.names.lastCaller.get().principal().getName()).isEqualTo("ada");
        assertThat(context.getEnvironment().containsKey(Context.SECURITY_CREDENTIALS))
                .isFalse();
        context.close();
        context(server, tls, "ada", "pencil".toCharArray()).close();

        assertThatThrownBy(() -> context(server, tls, "ada", "pen"))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("password is wrong");
        assertThatThrownBy(() -> context(server, tls, null, ""))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("without a user");
    }

    @Test
    void usersLogInOnLoopback() throws Exception {
        try (LoneServer server = new LoneServer(new TestRealm(), null, Duration.ofSeconds(10))) {
            assertLogins(server, null);
        }
    }

    @Test
    void usersLogInOverTls() throws Exception {
        SSLContext tls = tls("localhost");
        try (LoneServer server = new LoneServer(new TestRealm(), tls, Duration.ofSeconds(10))) {
            assertLogins(server, tls);
        }
    }

    @Test
    void aServerOfAnotherNameOrOfNoTrustIsRefused() throws Exception {
        SSLContext other = tls("elsewhere.example.org");
        try (LoneServer server = new LoneServer(new TestRealm(), other, Duration.ofSeconds(10))) {
            assertThatThrownBy(() -> context(server, other, "ada", "pencil"))
                    .isInstanceOf(CommunicationException.class)
                    .hasMessageContaining("localhost");
            SSLContext stranger = tls("localhost");
            assertThatThrownBy(() -> context(server, stranger, "ada", "pencil"))
                    .isInstanceOf(CommunicationException.class)
                    .hasMessageContaining("TLS");
        }
    }

    @Test
    void aServerTrustsTheServersOfItsDomainByWhatTheDomainSays() throws Exception {
        SSLContext domain = tls("localhost");
        try (LoneServer there = new LoneServer(null, domain, Duration.ofSeconds(10));
                LoneServer here = new LoneServer()) {
            NamingClient names = new NamingClient(
                    here.node,
                    new FirstOf(List.of(
                            here.node.endpoints().of(Address.parse(there.url()).get(0)))));
            assertThatThrownBy(names::connect)
                    .as("the JVM trusts nobody of this domain")
                    .isInstanceOf(RequestNotSentException.class)
                    .hasMessageContaining("TLS");
            here.trust(domain);
            there.names.bound.put("x", "y");

            assertThat(names.lookup("x")).isEqualTo("y");
        }
    }

    /** By SCRAM where there is a verifier; else by the password itself, within TLS alone. */
    @Test
    void usersOfADirectoryLogInOverTlsOnly() throws Exception {
        SSLContext tls = tls("localhost");
        DirectoryRealm realm = new DirectoryRealm();
        try (LoneServer server = new LoneServer(realm, tls, Duration.ofSeconds(10))) {
            server.names.bound.put("x", "y");
            Context context = context(server, tls, "dora", "s\u00e9same");
            assertThat(context.lookup("x")).isEqualTo("y");
            assertThat(server.names.lastCaller.get().principal().getName()).isEqualTo("dora");
            context.close();
            context(server, tls, "ada", "pencil").close();
            assertThat(realm.passwords).containsExactly("s\u00e9same");
            assertThatThrownBy(() -> context(server, tls, "dora", "wrong"))
                    .isInstanceOf(AuthenticationException.class)
                    .hasMessageContaining("password is wrong");
            assertThat(realm.passwords).containsExactly("s\u00e9same", "wrong");
            assertThatThrownBy(() -> context(server, tls, "dora", "s\u00e9same", "false"))
                    .isInstanceOf(AuthenticationException.class);
            context(server, tls, "ada", "pencil", "false").close();
            assertThatThrownBy(() -> context(server, tls, "ada", "pencil", "no"))
                    .isInstanceOf(ConfigurationException.class);
            assertThat(realm.passwords).hasSize(2);
        }
    }

    /** The server of this test says that it takes passwords in the clear, as somebody in between might. */
    @Test
    void nobodyGetsAPasswordInTheClear() throws Exception {
        DirectoryRealm realm = new DirectoryRealm();
        try (LoneServer server = new LoneServer(realm, null, Duration.ofSeconds(10))) {
            assertThatThrownBy(() -> context(server, null, "dora", "s\u00e9same"))
                    .isInstanceOf(AuthenticationException.class);
            assertThat(realm.passwords).isEmpty();
        }
    }

    @Test
    void leavesServersWhoseCertificateCountsNoMore() throws Exception {
        SSLContext domain = tls("localhost");
        try (LoneServer there = new LoneServer(null, domain, Duration.ofSeconds(10));
                LoneServer here = new LoneServer()) {
            here.trust(domain);
            there.names.bound.put("x", "y");
            NamingClient names = new NamingClient(
                    here.node,
                    new FirstOf(List.of(
                            here.node.endpoints().of(Address.parse(there.url()).get(0)))));
            assertThat(names.lookup("x")).isEqualTo("y");
            assertThat(here.leave(certificate -> false)).isZero();
            assertThat(here.leave(certificate ->
                            certificate.getSubjectX500Principal().getName().equals("CN=test")))
                    .isEqualTo(1);
            await().until(() -> there.node.connections().isEmpty());
        }
    }
}
