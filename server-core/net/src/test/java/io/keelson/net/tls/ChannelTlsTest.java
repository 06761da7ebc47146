package io.keelson.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.TestKeys;
import io.keelson.net.fixture.TestKeys.Issued;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelTlsTest {
    private final TestKeys authority = new TestKeys("Test authority");
    private final List<String> said = new ArrayList<>();
    private final Logger logger = Logger.getLogger("io.keelson.net.tls");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord log) {
            said.add(log.getMessage().length() > 10 ? text(log) : log.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final ManualTicker ticker = new ManualTicker();

    @TempDir
    private Path directory;

    private int times;

    private static final class ManualTicker implements Ticker {
        private long nanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis() + nanos / 1_000_000;
        }
    }

    private static String text(LogRecord log) {
        Object[] parameters = log.getParameters();
        return parameters == null || parameters.length == 0
                ? log.getMessage()
                : String.format(log.getMessage(), parameters);
    }

    @BeforeEach
    void listen() throws Exception {
        logger.addHandler(handler);
        write(authority.issue("one", "one.example.com"));
    }

    @AfterEach
    void listenNoMore() {
        logger.removeHandler(handler);
    }

    private void write(Issued issued) throws Exception {
        issued.write(directory.resolve("c.pem"), directory.resolve("c.key"));
        touch("c.pem");
        touch("c.key");
    }

    /** Two writes within one tick of the file system's clock are as one. */
    private void touch(String file) throws Exception {
        Files.setLastModifiedTime(directory.resolve(file), FileTime.fromMillis(1_700_000_000_000L + 1000L * times++));
    }

    private ChannelTls open(Map<String, Object> more) throws Exception {
        Map<String, Object> values = new HashMap<>(Map.of("certificate", Path.of("c.pem"), "key", Path.of("c.key")));
        values.putAll(more);
        return new ChannelTls("secure", Defaults.of(TlsSettings.class, values), directory, ticker);
    }

    private static String subject(ChannelTls tls) {
        return tls.certificates().get(0).subject();
    }

    @Test
    void readsChangedFilesOnceTheyStayAsTheyAre() throws Exception {
        ChannelTls tls = open(Map.of());
        tls.look();
        assertThat(subject(tls)).isEqualTo("CN=one");
        write(authority.issue("two"));
        tls.look();
        assertThat(subject(tls)).isEqualTo("CN=one");
        tls.look();
        assertThat(subject(tls)).isEqualTo("CN=two");
        said.clear();
        tls.look();
        tls.look();
        assertThat(said).isEmpty();
    }

    @Test
    void keepsWhatItHasWhereTheNewOneIsBrokenAndSaysSoOnce() throws Exception {
        ChannelTls tls = open(Map.of());
        said.clear();
        Files.writeString(directory.resolve("c.key"), "broken");
        touch("c.key");
        for (int i = 0; i < 5; i++) {
            tls.look();
        }
        assertThat(subject(tls)).isEqualTo("CN=one");
        assertThat(said).singleElement().asString().contains("KLS-002642").contains("has no private key");
        write(authority.issue("three"));
        tls.look();
        tls.look();
        assertThat(subject(tls)).isEqualTo("CN=three");
    }

    @Test
    void keepsWhatItHasWhereAFileIsGoneForAWhile() throws Exception {
        ChannelTls tls = open(Map.of());
        Files.delete(directory.resolve("c.pem"));
        tls.look();
        tls.look();
        assertThat(subject(tls)).isEqualTo("CN=one");
        write(authority.issue("four"));
        tls.look();
        tls.look();
        assertThat(subject(tls)).isEqualTo("CN=four");
    }

    @Test
    void readsAtOnceWhenAsked() throws Exception {
        ChannelTls tls = open(Map.of());
        write(authority.issue("two"));
        tls.reload();
        assertThat(subject(tls)).isEqualTo("CN=two");
        Files.writeString(directory.resolve("c.pem"), "broken");
        assertThatThrownBy(tls::reload)
                .isInstanceOf(KeyMaterialException.class)
                .hasMessageContaining("has no certificate");
        assertThat(subject(tls)).isEqualTo("CN=two");
    }

    @Test
    void warnsThirtyDaysBeforeACertificateExpiresAndEachDay() throws Exception {
        write(authority.issue(Duration.ofDays(20), CertificateWriter.newKey(), "short"));
        ChannelTls tls = open(Map.of());
        assertThat(said).anyMatch(s -> s.contains("KLS-002643") && s.contains("CN=short"));
        said.clear();
        tls.look();
        assertThat(said).isEmpty();
        ticker.nanos += Duration.ofDays(1).plusMinutes(1).toNanos();
        tls.look();
        assertThat(said).singleElement().asString().contains("KLS-002643").contains("in 18 days");
        said.clear();
        ticker.nanos += Duration.ofDays(20).toNanos();
        tls.look();
        assertThat(said).singleElement().asString().contains("KLS-002644");
    }

    @Test
    void saysAtTheStartWhatCannotBeUsed() {
        assertThatThrownBy(() -> open(Map.of("cipherSuites", List.of("TLS_FOO"))))
                .hasMessageContaining("the channel secure cannot speak TLS")
                .hasMessageContaining("TLS_FOO");
        assertThatThrownBy(() -> open(Map.of("cipherSuites", List.of("TLS_AES_128_GCM_SHA256"))))
                .hasMessageContaining("no cipher suite in cipher-suites is one of TLSv1.2");
    }

    @Test
    void givesEnginesThatSpeakOnlyWhatIsSafe() throws Exception {
        var engine = open(Map.of()).newEngine(List.of("h2", "http/1.1"));
        assertThat(engine.getUseClientMode()).isFalse();
        assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
        assertThat(engine.getEnabledCipherSuites())
                .isNotEmpty()
                .allMatch(s -> s.contains("GCM") || s.contains("CHACHA20"));
        assertThat(engine.getEnabledCipherSuites()).allMatch(s -> s.startsWith("TLS_ECDHE_") || !s.contains("_WITH_"));
        assertThat(engine.getSSLParameters().getApplicationProtocols()).containsExactly("h2", "http/1.1");
    }
}
