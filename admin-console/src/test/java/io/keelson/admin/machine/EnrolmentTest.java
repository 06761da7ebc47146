package io.keelson.admin.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.kernel.machine.MachineTls;
import io.keelson.net.tls.CertificateRequest;
import io.keelson.net.tls.CertificateWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests who gets a certificate, and who does not. */
class EnrolmentTest {
    private static final Duration LIFE = Duration.ofDays(90);
    private static final String ADMIN = "10.0.0.1:7443";

    @TempDir
    Path directory;

    private long skew;
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis() + skew;
        }
    };
    private DomainDirectory domain;
    private Enrolment enrolment;

    @BeforeEach
    void make() throws Exception {
        domain = DomainDirectory.create(directory.resolve("domain"));
        ThisMachine alpha = MachineSetup.init(domain, "alpha", List.of("10.0.0.1"), 7443, ticker);
        enrolment = new Enrolment(domain, alpha, LIFE, ticker);
    }

    private void pass(Duration time) {
        skew += time.toMillis();
    }

    private EnrolmentToken expect(String name) throws Exception {
        return enrolment.expect(name, List.of("10.0.0.2"), 5556, ADMIN);
    }

    private static KeyPair key() throws Exception {
        return CertificateWriter.newKey();
    }

    private static String request(String name) throws Exception {
        return CertificateRequest.write("machine:" + name, key());
    }

    private Enrolment.Enrolled enroll(EnrolmentToken token) throws Exception {
        return enrolment.enroll(token.machine(), token.secret(), request(token.machine()), () -> {});
    }

    private void refused(String name, String secret) {
        assertThatThrownBy(() -> enrolment.enroll(name, secret, request(name), () -> {
                    throw new AssertionError("nothing is begun");
                }))
                .isInstanceOf(EnrolmentRefusedException.class)
                .hasMessageContaining("does not count, or not any more")
                .matches(e -> ((EnrolmentRefusedException) e).forbidden());
    }

    @Test
    void aTokenLetsItsMachineInOnce() throws Exception {
        EnrolmentToken token = EnrolmentToken.read(expect("beta").text());
        assertThat(token.adminMachine()).isEqualTo("alpha");
        assertThat(token.address()).isEqualTo(ADMIN);
        Enrolment.Enrolled in = enroll(token);
        X509Certificate issued = Pairs.first(in.chain());
        assertThat(issued.getSubjectX500Principal().getName()).isEqualTo("CN=machine:beta");
        assertThat(issued.getSubjectAlternativeNames())
                .anySatisfy(name -> assertThat((Object) name.get(1)).isEqualTo("10.0.0.2"));
        assertThat(MachineTls.of(domain.path()).machineOf(issued)).contains("beta");
        assertThat(enrolment.machines()).singleElement().matches(Machine::enrolled);
        refused("beta", token.secret());
        assertThatThrownBy(() -> expect("beta")).hasMessageContaining("already");
    }

    @Test
    void aWrongTokenDoesNot() throws Exception {
        EnrolmentToken token = expect("beta");
        refused("beta", EnrolmentToken.newSecret());
        refused("beta", "");
        refused("nobody", token.secret());
        enroll(token);
    }

    @Test
    void aTokenOfAnotherMachineDoesNot() throws Exception {
        EnrolmentToken token = expect("beta");
        expect("gamma");
        refused("gamma", token.secret());
        enroll(token);
    }

    @Test
    void aTokenThatIsAnHourOldDoesNot() throws Exception {
        EnrolmentToken token = expect("beta");
        pass(Enrolment.TOKEN_LIFE.minusSeconds(1));
        EnrolmentToken other = expect("gamma");
        enroll(token);
        pass(Enrolment.TOKEN_LIFE);
        refused("gamma", other.secret());
    }

    @Test
    void aClockThatIsSetBackMakesNoTokenLiveLonger() throws Exception {
        EnrolmentToken token = expect("beta");
        pass(Duration.ofHours(-2));
        refused("beta", token.secret());
    }

    @Test
    void theTokenBeforeTheLastDoesNot() throws Exception {
        EnrolmentToken first = expect("beta");
        EnrolmentToken second = expect("beta");
        refused("beta", first.secret());
        enroll(second);
    }

    @Test
    void ofManyWhoShowOneTokenAtOnceOneGetsIn() throws Exception {
        EnrolmentToken token = expect("beta");
        int many = 16;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        CyclicBarrier together = new CyclicBarrier(many);
        try {
            List<Future<Boolean>> tries = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                Callable<Boolean> attempt = () -> {
                    together.await();
                    try {
                        enroll(token);
                        return true;
                    } catch (EnrolmentRefusedException e) {
                        return false;
                    }
                };
                tries.add(threads.submit(attempt));
            }
            int in = 0;
            for (Future<Boolean> one : tries) {
                in += one.get() ? 1 : 0;
            }
            assertThat(in).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aRequestForAnotherNameIsRefusedAndTheTokenStillCounts() throws Exception {
        EnrolmentToken token = expect("beta");
        for (String name : List.of("machine:alpha", "machine:beta ", "beta", "machine:beta,CN=machine:alpha")) {
            assertThatThrownBy(() ->
                            enrolment.enroll("beta", token.secret(), CertificateRequest.write(name, key()), () -> {}))
                    .isInstanceOf(EnrolmentRefusedException.class)
                    .hasMessageContaining("and not for 'machine:beta'");
        }
        enroll(token);
    }

    @Test
    void aWeakKeyIsRefused() throws Exception {
        EnrolmentToken token = expect("beta");
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(2048);
        String weak = CertificateRequest.write("machine:beta", rsa.generateKeyPair());
        assertThatThrownBy(() -> enrolment.enroll("beta", token.secret(), weak, () -> {}))
                .hasMessageContaining("too weak");
        rsa.initialize(3072);
        enrolment.enroll(
                "beta", token.secret(), CertificateRequest.write("machine:beta", rsa.generateKeyPair()), () -> {});
    }

    @Test
    void aRequestThatIsNoneIsRefused() throws Exception {
        EnrolmentToken token = expect("beta");
        assertThatThrownBy(() -> enrolment.enroll("beta", token.secret(), "nonsense", () -> {}))
                .hasMessageContaining("cannot be used");
    }

    @Test
    void whatCannotBeAuditedIsNotDone() throws Exception {
        EnrolmentToken token = expect("beta");
        assertThatThrownBy(() -> enrolment.enroll("beta", token.secret(), request("beta"), () -> {
                    throw new IOException("No space left on device");
                }))
                .hasMessageContaining("No space");
        enroll(token);
    }

    @Test
    void namesAndAddressesAreChecked() {
        for (String name : List.of("", "a b", "../x", "machine:x", "a".repeat(64), "alpha")) {
            assertThatThrownBy(() -> expect(name)).as(name).isInstanceOf(EnrolmentRefusedException.class);
        }
        for (List<String> addresses : List.of(List.<String>of(), List.of(""), List.of("a b"), List.of("a\nb"))) {
            assertThatThrownBy(() -> enrolment.expect("beta", addresses, 5556, ADMIN))
                    .isInstanceOf(EnrolmentRefusedException.class);
        }
        assertThatThrownBy(() -> enrolment.expect("beta", List.of("10.0.0.2"), 0, ADMIN))
                .isInstanceOf(EnrolmentRefusedException.class);
    }

    @Test
    void nothingThatIsKeptIsASecretInTheClear() throws Exception {
        EnrolmentToken token = expect("beta");
        try (var files = Files.walk(domain.path())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file);
                assertThat(text).as(file.toString()).doesNotContain(token.secret());
                if (text.contains("PRIVATE KEY")) {
                    assertThat(file).isEqualTo(new MachineFiles(domain.path()).key());
                }
            }
        }
        for (String secret : List.of("ca.key", "machine.key", "machines.json")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(
                            domain.path().resolve("security").resolve(secret))))
                    .isEqualTo("rw-------");
        }
        assertThat(Files.readString(domain.path().resolve("security/ca.key"))).startsWith("{aes}");
        assertThat(token.toString()).doesNotContain(token.secret());
    }

    @Test
    void aMachineThatWasPutOutIsOutWithAllItsCertificates() throws Exception {
        X509Certificate first = Pairs.first(enroll(expect("beta")).chain());
        X509Certificate second = Pairs.first(enrolment.renew("beta", request("beta")));
        MachineTls tls = MachineTls.of(domain.path());
        assertThat(tls.machineOf(first)).contains("beta");
        assertThat(tls.machineOf(second)).contains("beta");
        enrolment.remove("beta");
        assertThat(tls.machineOf(first)).isEmpty();
        assertThat(tls.machineOf(second)).isEmpty();
        assertThatThrownBy(() -> enrolment.renew("beta", request("beta"))).hasMessageContaining("no machine");
        assertThatThrownBy(() -> enrolment.remove("beta")).hasMessageContaining("no machine");
        // It may come again as another one.
        X509Certificate again = Pairs.first(enroll(expect("beta")).chain());
        assertThat(tls.machineOf(again)).contains("beta");
        assertThat(tls.machineOf(first)).isEmpty();
    }

    /** They are neither the other machine's any more nor the admin server's, which would start them. */
    @Test
    void serversOfAMachineThatWasPutOutHaveNoMachine() throws Exception {
        Path yaml = domain.configuration();
        Files.writeString(
                yaml,
                Files.readString(yaml)
                        .replaceFirst("(?m)^servers:.*$", "$0\n  b1: {machine: beta}\n  s1: {machine: box}"));
        assertThat(ThisMachine.elsewhere(domain, "b1")).isEmpty();
        EnrolmentToken unused = expect("beta");
        assertThat(ThisMachine.elsewhere(domain, "b1")).contains("beta");
        enrolment.remove("beta");
        assertThat(ThisMachine.elsewhere(domain, "b1")).as("it never was in").isEmpty();
        assertThat(unused.machine()).isEqualTo("beta");
        enroll(expect("beta"));
        enrolment.remove("beta");
        assertThat(enrolment.removed()).containsExactly("beta");
        assertThat(ThisMachine.elsewhere(domain, "b1")).contains("beta");
        assertThat(ThisMachine.elsewhere(domain, "s1")).isEmpty();
        // A machine that is expected is not in yet.
        EnrolmentToken again = expect("beta");
        assertThat(enrolment.removed()).containsExactly("beta");
        enroll(again);
        assertThat(enrolment.removed()).isEmpty();
        assertThat(ThisMachine.elsewhere(domain, "b1")).contains("beta");
    }

    @Test
    void aTokenOfAMachineThatWasRemovedDoesNotCount() throws Exception {
        EnrolmentToken token = expect("beta");
        enrolment.remove("beta");
        refused("beta", token.secret());
    }

    @Test
    void theCertificateOfTheAdminServersMachineIsRenewedInTime() throws Exception {
        X509Certificate before = MachineTls.of(domain.path()).certificate();
        assertThat(enrolment.renewOwn()).isFalse();
        pass(Duration.ofDays(59));
        assertThat(enrolment.renewOwn()).isFalse();
        pass(Duration.ofDays(2));
        assertThat(enrolment.renewOwn()).isTrue();
        X509Certificate after = MachineTls.of(domain.path()).certificate();
        assertThat(after.getNotAfter()).isAfter(before.getNotAfter());
        assertThat(after.getPublicKey()).isNotEqualTo(before.getPublicKey());
    }

    @Test
    void aMachineRenewsWithANewKeyAndTakesNoCertificateForAnother() throws Exception {
        EnrolmentToken token = expect("beta");
        DomainDirectory other = DomainDirectory.create(directory.resolve("beta"));
        KeyPair key = key();
        Enrolment.Enrolled in =
                enrolment.enroll("beta", token.secret(), CertificateRequest.write("machine:beta", key), () -> {});
        MachineFiles files = new MachineFiles(other.path());
        files.write(CertificateWriter.pem(key.getPrivate()), in.chain());
        Files.writeString(files.authority(), in.authority());
        Renewal renewal = new Renewal(other, new ThisMachine("beta", "alpha", List.of("10.0.0.2"), 5556), ticker);
        MachineTls tls = MachineTls.of(other.path());
        assertThat(tls.machine()).isEqualTo("beta");
        assertThat(renewal.request()).isEmpty();
        pass(Duration.ofDays(61));
        String request = renewal.request().orElseThrow();
        assertThat(CertificateRequest.read(renewal.request().orElseThrow()).key())
                .as("one key until it is answered")
                .isEqualTo(CertificateRequest.read(request).key());
        assertThat(renewal.take(enrolment.renew("beta", request("beta"))))
                .as("for another key")
                .isFalse();
        assertThat(renewal.take(enrolment.renew("beta", request))).isTrue();
        assertThat(tls.certificate().getPublicKey())
                .isEqualTo(CertificateRequest.read(request).key());
        assertThat(renewal.request()).isEmpty();
    }

    @Test
    void aTokenThatWasNotCopiedWholeIsNone() throws Exception {
        String text = expect("beta").text();
        for (String part : List.of("", "x", text.substring(0, 30), text.substring(0, text.length() - 9), text + "!")) {
            assertThatThrownBy(() -> EnrolmentToken.read(part))
                    .isInstanceOf(io.keelson.admin.domain.DomainException.class);
        }
    }
}
