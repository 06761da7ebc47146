package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.ModelProvider;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ClientAuth;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.config.FrontSettings;
import io.keelson.net.config.ServerDrain;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NetModelTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(
            10_000,
            300,
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            new DataSize(240),
            Duration.ofSeconds(30),
            new DataSize(8 * 1024),
            new DataSize(32 * 1024),
            100,
            new DataSize(100L * 1024 * 1024),
            10_000,
            true,
            100,
            new DataSize(64 * 1024),
            new DataSize(16 * 1024),
            500,
            5000);

    private static final FrontSettings FRONT = new FrontSettings(List.of(), ForwardedHeaders.X_FORWARDED, false, null);

    @Test
    void isFound() {
        assertThat(ServiceLoader.load(ModelProvider.class)).anyMatch(NetModel.class::isInstance);
        assertThat(ServiceLoader.load(SubsystemFactory.class)).anyMatch(NetSubsystemFactory.class::isInstance);
        assertThat(new NetModel().sections()).containsExactly(ServerNetwork.class, ServerDrain.class);
    }

    @Test
    void hasTheseDefaults() {
        assertThat(Defaults.of(ServerDrain.class, Map.of())).isEqualTo(new ServerDrain(Duration.ofSeconds(3)));
        assertThat(Defaults.of(ServerNetwork.class, Map.of()))
                .isEqualTo(new ServerNetwork(
                        "127.0.0.1", 7001, true, null, 7002, FRONT, true, false, null, null, LIMITS, Map.of()));
        assertThat(Defaults.of(ChannelSettings.class, Map.of("listenPort", 1)))
                .isEqualTo(new ChannelSettings("127.0.0.1", 1, List.of("http"), false, LIMITS, null, FRONT));
    }

    @Test
    void hasTheDefaultsOfTls() {
        Path certificate = Path.of("c.pem");
        assertThat(Defaults.of(TlsSettings.class, Map.of("certificate", certificate)))
                .isEqualTo(new TlsSettings(
                        certificate,
                        null,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        ClientAuth.NONE,
                        null,
                        null,
                        null,
                        null,
                        List.of("TLSv1.3", "TLSv1.2"),
                        List.of(),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10)));
    }

    @Test
    void hasAChannelBesideTheDefaultOneForTls() {
        TlsSettings tls = Defaults.of(TlsSettings.class, Map.of("certificate", Path.of("c.pem")));
        ServerNetwork both = Defaults.of(ServerNetwork.class, Map.of("tls", tls));
        assertThat(both.allChannels().keySet()).containsExactly("Default", "DefaultSecure");
        assertThat(both.allChannels().get("Default").tls()).isNull();
        assertThat(both.allChannels().get("DefaultSecure").tls()).isSameAs(tls);
        assertThat(both.allChannels().get("DefaultSecure").listenPort()).isEqualTo(7002);
        ServerNetwork only = Defaults.of(ServerNetwork.class, Map.of("tls", tls, "listenPortEnabled", false));
        assertThat(only.allChannels().keySet()).containsExactly("DefaultSecure");
    }

    static Stream<Arguments> mistakes() {
        Path file = Path.of("f.pem");
        return Stream.of(
                Arguments.of(Map.of(), "neither a certificate nor a key-store"),
                Arguments.of(Map.of("certificate", file, "keyStore", file), "both a certificate and a key-store"),
                Arguments.of(Map.of("keyStore", file, "key", file), "leave out key"),
                Arguments.of(Map.of("certificate", file, "keyAlias", "a"), "a key-alias is for a key-store"),
                Arguments.of(
                        Map.of("certificate", file, "password", "p", "passwordFile", file),
                        "both password and password-file"),
                Arguments.of(
                        Map.of("certificate", file, "trust", file, "trustStore", file), "both trust and trust-store"),
                Arguments.of(Map.of("certificate", file, "trustPassword", "p"), "and no trust-store"),
                Arguments.of(
                        Map.of(
                                "certificate",
                                file,
                                "trustStore",
                                file,
                                "trustPassword",
                                "p",
                                "trustPasswordFile",
                                file),
                        "both trust-password and trust-password-file"),
                Arguments.of(
                        Map.of("certificate", file, "clientAuth", ClientAuth.WANTED), "neither trust nor trust-store"),
                Arguments.of(Map.of("certificate", file, "protocols", List.of()), "no version of TLS"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void saysWhatIsWrongWithTls(Map<String, Object> values, String says) {
        assertThatThrownBy(() -> Defaults.of(TlsSettings.class, values))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(says);
    }

    @Test
    void neverShowsAPassword() {
        TlsSettings tls = Defaults.of(
                TlsSettings.class,
                Map.of(
                        "keyStore",
                        Path.of("k"),
                        "password",
                        "sesame",
                        "trustStore",
                        Path.of("t"),
                        "trustPassword",
                        "open"));
        assertThat(tls.toString()).doesNotContain("sesame").doesNotContain("open");
        assertThat(tls.allCertificates().toString()).doesNotContain("sesame");
    }

    @Test
    void refusesToListenNowhereOrToTrustNobody() {
        assertThatThrownBy(() -> Defaults.of(ServerNetwork.class, Map.of("listenPortEnabled", false)))
                .rootCause()
                .hasMessageContaining("would not listen anywhere");
        assertThatThrownBy(() -> Defaults.of(FrontSettings.class, Map.of("proxyProtocol", true)))
                .rootCause()
                .hasMessageContaining("nobody is trusted");
        assertThatThrownBy(() -> Defaults.of(FrontSettings.class, Map.of("trustedProxies", List.of("lb.example.com"))))
                .rootCause()
                .hasMessageContaining("'lb.example.com' is no range of addresses");
    }

    @Test
    void putsTheDefaultChannelFirst() {
        ChannelSettings other = Defaults.of(ChannelSettings.class, Map.of("listenPort", 1));
        ServerNetwork network = Defaults.of(ServerNetwork.class, Map.of("channels", Map.of("A", other)));
        assertThat(network.allChannels().keySet()).containsExactly("Default", "A");
        for (String name : List.of("Default", "DefaultSecure")) {
            assertThatThrownBy(() -> Defaults.of(ServerNetwork.class, Map.of("channels", Map.of(name, other))))
                    .hasRootCauseInstanceOf(IllegalArgumentException.class);
        }
    }
}
