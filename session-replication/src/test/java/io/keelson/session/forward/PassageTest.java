package io.keelson.session.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.balancer.Relay;
import io.keelson.http.HttpExchange;
import io.keelson.http.OutgoingHttp;
import io.keelson.http.OutgoingLoop;
import io.keelson.net.spi.TlsSession;
import java.io.ByteArrayInputStream;
import java.net.InetSocketAddress;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which requests are served where they came. What is taken elsewhere is tried with servers. */
class PassageTest {
    private static final String COOKIE = "JSESSIONID=x";

    private static final String CERTIFICATE =
            "MIIBejCCAR+gAwIBAgIUbsVbE1W650N63Iy8qAHbMhXGD2kwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGY2xpZW50MCAXDTI2MTEy"
                    + "MzAxMzAxMVoYDzIxMjYxMDMwMDEzMDExWjARMQ8wDQYDVQQDDAZjbGllbnQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATjD4G0"
                    + "31MDr6lR4lPgPM5llBZh6zONa8J3FKiyvXFT2QKZ7NM5t2QJbbZ8cvNDPb5XEswrA4Jh6xuH1EvDWdLco1MwUTAdBgNVHQ4EFgQU"
                    + "UI2BdU83Wtco5+6HojBy67w6PC8wHwYDVR0jBBgwFoAUUI2BdU83Wtco5+6HojBy67w6PC8wDwYDVR0TAQH/BAUwAwEB/zAKBggq"
                    + "hkjOPQQDAgNJADBGAiEAzKrfQvroWx+GQlQi2zwCIS8UFlcs+hLwcJKsOOrD3qQCIQCwoi+emfKpZltj5brq8Mm0JtA+4m8mzIsV"
                    + "qyUsC0T54w==";

    private final Passage passage = passage("10.0.0.2");

    private static Passage passage(String server) {
        InetSocketAddress address = new InetSocketAddress(server, 7001);
        return new Passage(
                new byte[] {1},
                new Relay(FakeRequest.fake(OutgoingHttp.class, Map.of()), "none"),
                name -> name.equals("b")
                        ? Optional.of(new OutgoingLoop.Destination(address, server, null))
                        : Optional.empty());
    }

    private static TlsSession tls(List<X509Certificate> certificates) {
        return new TlsSession("TLSv1.3", "TLS_AES_128_GCM_SHA256", 128, "", certificates);
    }

    /** One of nobody: its key was thrown away. */
    private static X509Certificate certificate() throws CertificateException {
        byte[] bytes = Base64.getDecoder().decode(CERTIFICATE);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
    }

    @Test
    void whatCannotBeTakenElsewhereAsItIsStays() throws Exception {
        HttpExchange already =
                FakeRequest.of("192.0.2.7", false, "/shop", "Cookie", COOKIE, PassageSeal.FIELD, "anything");
        assertThat(passage.take(already, "b")).isFalse();
        assertThat(passage.take(FakeRequest.on("partners", null, "192.0.2.7", false, "/shop"), "b"))
                .isFalse();
        assertThat(passage.take(FakeRequest.of("192.0.2.7", false, "/shop"), "unknown"))
                .isFalse();
        assertThat(passage.take(FakeRequest.on("DefaultSecure", tls(List.of()), "192.0.2.7", true, "/shop"), "b"))
                .isFalse();
        TlsSession shown = tls(List.of(certificate()));
        assertThat(passage("127.0.0.1").take(FakeRequest.on("DefaultSecure", shown, "192.0.2.7", true, "/shop"), "b"))
                .isFalse();
    }

    /** The relay is asked for these, which looks at more of them than a fake has. */
    @Test
    void theRestIsTaken() {
        assertThatThrownBy(() -> passage.take(FakeRequest.of("192.0.2.7", false, "/shop"), "b"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> passage("127.0.0.1")
                        .take(FakeRequest.on("DefaultSecure", tls(List.of()), "192.0.2.7", true, "/shop"), "b"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aRequestThatNobodyOfThisDomainHasTakenHereIsAsItCame() {
        HttpExchange plain = FakeRequest.of("192.0.2.7", false, "/shop", "Cookie", COOKIE);
        assertThat(passage.arrived(plain)).isSameAs(plain);
        HttpExchange forged =
                FakeRequest.of("192.0.2.7", false, "/shop", PassageSeal.FIELD, "1 127.0.0.1 1 https AAAA");
        assertThat(passage.arrived(forged)).isSameAs(forged);
        String said = new PassageSeal(new byte[] {1}).of(plain);
        HttpExchange taken =
                FakeRequest.of("10.0.0.9", false, "/shop", "Cookie", COOKIE, PassageSeal.FIELD, String.valueOf(said));
        assertThat(passage.arrived(taken).remoteAddress()).isEqualTo(plain.remoteAddress());
    }
}
