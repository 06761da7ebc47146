package io.keelson.admin.machine;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.net.tls.CertificateRequest;
import io.keelson.net.tls.CertificateWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renews the certificate of a machine in good time, with a new key, which is on the disk only when its certificate is there. For its node
 * manager; guarded by whoever owns it.
 */
public final class Renewal {
    private static final int THIRDS = 3;

    private final ThisMachine here;
    private final MachineFiles files;
    private final Ticker ticker;
    private @Nullable KeyPair pending;

    /** The one of this machine. */
    public Renewal(DomainDirectory domain, ThisMachine here, Ticker ticker) {
        this.here = here;
        this.files = new MachineFiles(domain.path());
        this.ticker = ticker;
    }

    static X509Certificate certificate(MachineFiles files) throws IOException {
        try (InputStream in = Files.newInputStream(files.certificate())) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (CertificateException e) {
            throw new IOException(files.certificate() + " is damaged: " + e.getMessage(), e);
        }
    }

    /** Returns whether a third of its life or less is left. */
    static boolean due(X509Certificate certificate, Instant now) {
        Instant begin = certificate.getNotBefore().toInstant().plus(DomainAuthority.BEFORE);
        Instant end = certificate.getNotAfter().toInstant();
        return Duration.between(now, end).multipliedBy(THIRDS).compareTo(Duration.between(begin, end)) <= 0;
    }

    /** The request for a new certificate, PEM, where it is time; always the same until it is answered. */
    public Optional<String> request() throws IOException {
        if (!due(certificate(files), Instant.ofEpochMilli(ticker.currentTimeMillis()))) {
            return Optional.empty();
        }
        try {
            KeyPair key = pending == null ? CertificateWriter.newKey() : pending;
            pending = key;
            return Optional.of(CertificateRequest.write(Names.SUBJECT + here.name(), key));
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK cannot make a key: " + e.getMessage(), e);
        }
    }

    /**
     * Takes the certificate that was asked for; one for another key is left alone.
     *
     * @param chain PEM
     * @return whether it is in force now
     */
    public boolean take(String chain) throws IOException {
        KeyPair key = pending;
        if (key == null || !Pairs.first(chain).getPublicKey().equals(key.getPublic())) {
            return false;
        }
        files.write(CertificateWriter.pem(key.getPrivate()), chain);
        pending = null;
        return true;
    }
}
