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
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Handshakes of machines: who gets through to whom, and when no more. */
@Timeout(60)
class MachineTlsIT {
    private static final Ticker TICKER = Ticker.system();

    @TempDir
    Path directory;

    private DomainDirectory alpha;
    private Enrolment enrolment;
    private Path beta;
    private Path gamma;

    @BeforeEach
    void make() throws Exception {
        alpha = domain("alpha");
        enrolment = enrolment(alpha);
        beta = machine("beta", alpha, enrolment);
        gamma = machine("gamma", alpha, enrolment);
    }

    private DomainDirectory domain(String name) throws Exception {
        DomainDirectory made = DomainDirectory.create(directory.resolve(name));
        MachineSetup.init(made, "alpha", List.of("127.0.0.1"), 7443, TICKER);
        return made;
    }

    private static Enrolment enrolment(DomainDirectory of) throws Exception {
        return new Enrolment(of, ThisMachine.read(of).orElseThrow(), Duration.ofDays(90), TICKER);
    }

    private Path machine(String name, DomainDirectory of, Enrolment by) throws Exception {
        EnrolmentToken token = by.expect(name, List.of("127.0.0.1"), 5556, "127.0.0.1:7443");
        KeyPair key = CertificateWriter.newKey();
        Enrolment.Enrolled in =
                by.enroll(name, token.secret(), CertificateRequest.write("machine:" + name, key), () -> {});
        Path path = Files.createDirectories(directory.resolve(of.path().getFileName() + "-" + name));
        MachineFiles files = new MachineFiles(path);
        Files.createDirectories(files.key().getParent());
        files.write(CertificateWriter.pem(key.getPrivate()), in.chain());
        Files.writeString(files.authority(), in.authority());
        return path;
    }

    /** A handshake and a byte each way: both ends have let the other in. */
    private static void talk(SSLContext server, SSLContext client) throws Exception {
        try (SSLServerSocket listening = (SSLServerSocket)
                server.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listening.setNeedClientAuth(true);
            listening.setSoTimeout(10_000);
            CompletableFuture<Integer> heard = CompletableFuture.supplyAsync(() -> {
                try (SSLSocket taken = (SSLSocket) listening.accept()) {
                    taken.setSoTimeout(10_000);
                    int read = taken.getInputStream().read();
                    taken.getOutputStream().write(read);
                    return read;
                } catch (IOException e) {
                    throw new java.util.concurrent.CompletionException(e);
                }
            });
            try (SSLSocket socket = (SSLSocket) client.getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream().write(7);
                assertThat(socket.getInputStream().read()).isEqualTo(7);
            } catch (IOException e) {
                try {
                    heard.get(60, TimeUnit.SECONDS);
                } catch (ExecutionException other) {
                    e.addSuppressed(other.getCause());
                }
                throw e;
            }
            assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo(7);
        }
    }

    private static void refused(SSLContext server, SSLContext client) {
        assertThatThrownBy(() -> talk(server, client)).isInstanceOf(IOException.class);
    }

    private static SSLContext any(Path domain) throws IOException {
        return MachineTls.of(domain).context();
    }

    private static SSLContext only(Path domain, String machine) throws IOException {
        return MachineTls.of(domain).context(machine);
    }

    @Test
    void machinesOfADomainGetThrough() throws Exception {
        talk(any(alpha.path()), any(beta));
        talk(any(beta), any(gamma));
        talk(only(beta, "alpha"), only(alpha.path(), "beta"));
    }

    @Test
    void whoIsNotWhomTheOtherEndWantsDoesNot() throws Exception {
        refused(only(beta, "alpha"), any(gamma));
        refused(any(gamma), only(alpha.path(), "beta"));
    }

    @Test
    void machinesOfAnotherDomainDoNot() throws Exception {
        DomainDirectory other = domain("other");
        Path stranger = machine("beta", other, enrolment(other));
        refused(any(alpha.path()), any(stranger));
        refused(any(stranger), any(alpha.path()));
        SSLContext nobody = SSLContext.getInstance("TLS");
        nobody.init(null, null, null);
        refused(any(alpha.path()), nobody);
    }

    @Test
    void whoWasPutOutDoesNotFromTheNextHandshakeOn() throws Exception {
        SSLContext server = any(alpha.path());
        SSLContext client = any(beta);
        talk(server, client);
        talk(server, client);
        enrolment.remove("beta");
        refused(server, client);
        refused(client, server);
        talk(server, any(gamma));
    }

    /** The end that accepted, and the one that connected; the other one says nothing. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoWasPutOutLosesTheSocketsThatItHas() throws Exception {
        MachineTls tls = MachineTls.of(alpha.path());
        for (boolean accepts : List.of(true, false)) {
            String name = accepts ? "delta" : "epsilon";
            Path out = machine(name, alpha, enrolment);
            SSLContext own = tls.context();
            SSLContext other = any(out);
            try (Pair leaving = accepts ? new Pair(own, other) : new Pair(other, own);
                    Pair staying = accepts ? new Pair(own, any(gamma)) : new Pair(any(gamma), own)) {
                tls.closeRevoked();
                leaving.talk();
                enrolment.remove(name);
                SSLSocket mine = accepts ? leaving.server : leaving.client;
                mine.setSoTimeout(0); // as those of a cluster: a read has no end
                tls.closeRevoked();
                assertThat(mine.isClosed()).isTrue();
                assertThatThrownBy(leaving::talk).isInstanceOf(IOException.class);
                staying.talk();
            }
        }
    }

    /** Two ends that have let one another in. */
    private static final class Pair implements AutoCloseable {
        final SSLSocket server;
        final SSLSocket client;

        Pair(SSLContext accepting, SSLContext connecting) throws Exception {
            try (SSLServerSocket listening = (SSLServerSocket)
                    accepting.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                listening.setNeedClientAuth(true);
                client = (SSLSocket) connecting
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort());
                server = (SSLSocket) listening.accept();
            }
            server.setSoTimeout(10_000);
            client.setSoTimeout(10_000);
            CompletableFuture<Void> shaken = CompletableFuture.runAsync(() -> {
                try {
                    server.startHandshake();
                } catch (IOException e) {
                    throw new java.util.concurrent.CompletionException(e);
                }
            });
            client.startHandshake();
            shaken.get(60, TimeUnit.SECONDS);
            talk();
        }

        void talk() throws IOException {
            client.getOutputStream().write(7);
            assertThat(server.getInputStream().read()).isEqualTo(7);
            server.getOutputStream().write(8);
            assertThat(client.getInputStream().read()).isEqualTo(8);
        }

        @Override
        public void close() throws IOException {
            for (SSLSocket end : List.of(client, server)) {
                if (!end.isClosed()) {
                    end.setSoTimeout(1); // it would wait for the farewell of the other, whom the same thread closes
                    end.close();
                }
            }
        }
    }

    @Test
    void aRenewedCertificateCountsWithoutARestart() throws Exception {
        SSLContext server = any(alpha.path());
        SSLContext client = any(beta);
        talk(server, client);
        KeyPair key = CertificateWriter.newKey();
        String chain = enrolment.renew("beta", CertificateRequest.write("machine:beta", key));
        MachineFiles files = new MachineFiles(beta);
        // Between the two files what was there before goes on.
        MachineFiles.secret(files.key(), CertificateWriter.pem(key.getPrivate()));
        talk(server, client);
        talk(client, server);
        files.write(CertificateWriter.pem(key.getPrivate()), chain);
        talk(server, client);
        talk(client, server);
        assertThat(MachineTls.of(beta).certificate().getPublicKey()).isEqualTo(key.getPublic());
    }
}
