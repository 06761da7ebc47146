package io.keelson.admin.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.kernel.machine.MachineTls;
import io.keelson.net.tls.CertificateRequest;
import io.keelson.net.tls.CertificateWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A machine that is enrolled sends nothing to anybody but the admin server that its token is of, and leaves nothing behind. */
@Timeout(60)
class EnrollingIT {
    private static final Ticker TICKER = Ticker.system();

    @TempDir
    Path directory;

    private DomainDirectory alpha;
    private Enrolment enrolment;

    @BeforeEach
    void make() throws Exception {
        alpha = made("alpha");
        enrolment = new Enrolment(alpha, ThisMachine.read(alpha).orElseThrow(), Duration.ofDays(90), TICKER);
    }

    private DomainDirectory made(String name) throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve(name));
        MachineSetup.init(domain, "alpha", List.of("127.0.0.1"), 7443, TICKER);
        return domain;
    }

    /** Enrols at a server with the certificate of that directory; returns what the server heard after the handshake, -1 for nothing. */
    private int heardBy(Path certificate, Path into) throws Exception {
        try (SSLServerSocket listening = (SSLServerSocket) MachineTls.of(certificate)
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout(10_000);
            CompletableFuture<Integer> heard = CompletableFuture.supplyAsync(() -> {
                try (SSLSocket taken = (SSLSocket) listening.accept()) {
                    taken.setSoTimeout(10_000);
                    return taken.getInputStream().read();
                } catch (IOException e) {
                    return -1;
                }
            });
            EnrolmentToken token =
                    enrolment.expect("beta", List.of("127.0.0.1"), 5556, "127.0.0.1:" + listening.getLocalPort());
            assertThatThrownBy(() -> Enrolling.enroll(token, into, TICKER)).isInstanceOf(IOException.class);
            return heard.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void nothingIsSentToSomebodyInBetweenWithAnAuthorityOfTheirOwn() throws Exception {
        Path into = directory.resolve("new/beta");
        assertThat(heardBy(made("other").path(), into)).isEqualTo(-1);
        assertThat(directory.resolve("new")).doesNotExist();
    }

    @Test
    void norToAnotherMachineOfTheDomain() throws Exception {
        EnrolmentToken token = enrolment.expect("gamma", List.of("127.0.0.1"), 5556, "127.0.0.1:1");
        KeyPair key = CertificateWriter.newKey();
        Enrolment.Enrolled in =
                enrolment.enroll("gamma", token.secret(), CertificateRequest.write("machine:gamma", key), () -> {});
        Path gamma = Files.createDirectories(directory.resolve("gamma"));
        MachineFiles files = new MachineFiles(gamma);
        Files.createDirectories(files.key().getParent());
        files.write(CertificateWriter.pem(key.getPrivate()), in.chain());
        Files.writeString(files.authority(), in.authority());
        assertThat(heardBy(gamma, directory.resolve("beta"))).isEqualTo(-1);
        assertThat(directory.resolve("beta")).doesNotExist();
    }

    @Test
    void butToTheAdminServersMachine() throws Exception {
        assertThat(heardBy(alpha.path(), directory.resolve("beta")))
                .as("a request begins")
                .isEqualTo('P');
        assertThat(directory.resolve("beta")).as("it was no answer").doesNotExist();
    }

    @Test
    void aDirectoryThatIsInUseIsLeftAlone() throws Exception {
        EnrolmentToken token = enrolment.expect("beta", List.of("127.0.0.1"), 5556, "127.0.0.1:1");
        Path used = Files.createDirectories(directory.resolve("used"));
        Files.writeString(used.resolve("file"), "mine");
        assertThatThrownBy(() -> Enrolling.enroll(token, used, TICKER))
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("not empty");
        assertThatThrownBy(() -> Enrolling.enroll(token, used.resolve("file"), TICKER))
                .hasMessageContaining("is a file");
        assertThatThrownBy(() -> Enrolling.enroll(token, alpha.path(), TICKER))
                .hasMessageContaining("is a domain already");
        assertThat(used.resolve("file")).hasContent("mine");
    }

    @Test
    void whereNobodyAnswersThatIsSaid() throws Exception {
        EnrolmentToken token = enrolment.expect("beta", List.of("127.0.0.1"), 5556, "127.0.0.1:1");
        assertThatThrownBy(() -> Enrolling.enroll(token, directory.resolve("beta"), TICKER))
                .hasMessageContaining("cannot be reached");
        assertThat(directory.resolve("beta")).doesNotExist();
    }
}
