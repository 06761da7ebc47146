package io.keelson.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdministrationCertificateTest {
    @TempDir
    private Path domain;

    private final long begun = System.currentTimeMillis();
    private volatile Duration passed = Duration.ZERO;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return passed.toNanos();
        }

        @Override
        public long currentTimeMillis() {
            return begun + passed.toMillis();
        }
    };

    private AdministrationCertificate of(String... names) {
        return new AdministrationCertificate(domain, () -> List.of(names), ticker);
    }

    private X509Certificate copy() throws Exception {
        try (var in = Files.newInputStream(domain.resolve("security/admin.pem"))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    @Test
    void itIsGoodForThisMachineAndItsKeyIsForItsOwnerOnly() throws Exception {
        X509Certificate made = of("10.0.0.5", "shop.example").certificate();
        made.verify(made.getPublicKey());
        made.checkValidity();
        assertThat(made.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(
                        List.of(2, "localhost"),
                        List.of(2, "shop.example"),
                        List.of(7, "127.0.0.1"),
                        List.of(7, "0:0:0:0:0:0:0:1"),
                        List.of(7, "10.0.0.5"));
        assertThat(made.getBasicConstraints()).isEqualTo(-1);
        assertThat(copy()).isEqualTo(made);
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(domain.resolve("security/admin-key.pem"))))
                .isEqualTo("rw-------");
        assertThat(Files.readString(domain.resolve("security/admin.pem"))).doesNotContain("PRIVATE KEY");
        assertThat(AdministrationCertificate.fingerprint(made)).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
    }

    @Test
    void aChannelCanUseIt() throws Exception {
        AdministrationCertificate own = of();
        ChannelTls tls = new ChannelTls("admin", own.ready(), domain, ticker);
        assertThat(tls.certificates().get(0).fingerprint()).isEqualTo(ChannelTls.fingerprint(own.certificate()));
    }

    @Test
    void itStaysUntilItEndsSoon() throws Exception {
        AdministrationCertificate own = of();
        X509Certificate first = own.certificate();
        passed = Duration.ofDays(669);
        assertThat(own.certificate()).isEqualTo(first);
        assertThat(of().certificate()).isEqualTo(first);
        passed = Duration.ofDays(671);
        X509Certificate next = own.certificate();
        assertThat(next).isNotEqualTo(first);
        assertThat(next.getNotAfter().toInstant())
                .isAfter(Instant.ofEpochMilli(ticker.currentTimeMillis()).plus(Duration.ofDays(729)));
        assertThat(copy()).isEqualTo(next);
    }

    @Test
    void aNameThatIsMissingGetsAnotherOneThatHasTheOldNamesToo() throws Exception {
        X509Certificate first = of("10.0.0.5").certificate();
        X509Certificate next = of("10.0.0.6").certificate();
        assertThat(next).isNotEqualTo(first);
        assertThat(next.getSubjectAlternativeNames()).contains(List.of(7, "10.0.0.5"), List.of(7, "10.0.0.6"));
        assertThat(of("10.0.0.5").certificate()).isEqualTo(next);
    }

    @Test
    void whoDeletesItHasAnotherOne() throws Exception {
        AdministrationCertificate own = of();
        X509Certificate first = own.certificate();
        Files.delete(domain.resolve("security/admin.pem"));
        assertThat(own.certificate()).isEqualTo(first);
        assertThat(copy()).isEqualTo(first);
        Files.delete(domain.resolve("security/admin-key.pem"));
        assertThat(own.certificate()).isNotEqualTo(first).isEqualTo(copy());
    }

    @Test
    void whatSomebodyElseHasPutThereIsNeverReplaced() throws Exception {
        KeyPair pair = CertificateWriter.newKey();
        Instant now = Instant.ofEpochMilli(begun);
        X509Certificate theirs = CertificateWriter.signed(
                new CertificateWriter.Content(
                        "admin.example", List.of("admin.example"), false, now, now.plus(Duration.ofDays(3))),
                pair.getPublic(),
                "An authority",
                CertificateWriter.newKey().getPrivate());
        Files.createDirectories(domain.resolve("security"));
        Path file = domain.resolve("security/admin-key.pem");
        String text = CertificateWriter.pem(theirs) + CertificateWriter.pem(pair.getPrivate());
        Files.writeString(file, text);
        assertThat(of("10.0.0.5").certificate()).isEqualTo(theirs).isEqualTo(copy());
        passed = Duration.ofDays(10);
        assertThat(of().certificate()).isEqualTo(theirs);
        assertThat(Files.readString(file)).isEqualTo(text);
    }

    /** A server that has run since before must not take its own old one for what is there. */
    @Test
    void norWhatTheyPutThereWhileTheServerRuns() throws Exception {
        AdministrationCertificate own = of();
        X509Certificate first = own.certificate();
        KeyPair pair = CertificateWriter.newKey();
        Instant now = Instant.ofEpochMilli(begun);
        X509Certificate theirs = CertificateWriter.signed(
                new CertificateWriter.Content(
                        "admin.example", List.of("admin.example"), false, now, now.plus(Duration.ofDays(900))),
                pair.getPublic(),
                "An authority",
                CertificateWriter.newKey().getPrivate());
        Path file = domain.resolve("security/admin-key.pem");
        String text = CertificateWriter.pem(theirs) + CertificateWriter.pem(pair.getPrivate());
        Files.writeString(file, text);
        passed = Duration.ofDays(671);
        assertThat(own.certificate()).isNotEqualTo(first).isEqualTo(theirs).isEqualTo(copy());
        assertThat(Files.readString(file)).isEqualTo(text);
    }

    @Test
    void whatIsDamagedIsSaidAndStays() throws Exception {
        Files.createDirectories(domain.resolve("security"));
        Path file = domain.resolve("security/admin-key.pem");
        Files.writeString(file, "nothing");
        assertThatThrownBy(() -> of().certificate())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("admin-key.pem")
                .hasMessageContaining("delete it");
        assertThat(file).hasContent("nothing");
    }

    @Test
    void manyWhoMakeItAtOnceHaveTheSame() throws Exception {
        Set<X509Certificate> made = ConcurrentHashMap.newKeySet();
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(CompletableFuture.runAsync(
                        () -> {
                            try {
                                made.add(of().certificate());
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        pool));
            }
            for (CompletableFuture<Void> one : all) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(made).hasSize(1);
        assertThat(copy()).isEqualTo(made.iterator().next());
        try (var files = Files.list(domain.resolve("security"))) {
            assertThat(files).hasSize(2);
        }
    }
}
