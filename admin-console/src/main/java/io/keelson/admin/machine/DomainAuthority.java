package io.keelson.admin.machine;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.AtomicFile;
import io.keelson.kernel.config.ConfigurationSecrets;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.net.tls.ChannelTls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * The certificate authority of a domain. Its key is made at the first need, on the machine of the admin server, and stays there: in
 * {@code security/ca.key}, for its owner only and encrypted with the domain's key. Immutable and thread-safe.
 */
public final class DomainAuthority {
    private static final String NAME = "Keelson domain authority";
    private static final Duration LIFE = Duration.ofDays(3652);
    /** Machines whose clocks are behind take the certificate all the same. */
    static final Duration BEFORE = Duration.ofDays(1);

    private final X509Certificate certificate;
    private final PrivateKey key;

    private DomainAuthority(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    private static Path keyFile(DomainDirectory domain) {
        return domain.path().resolve("security").resolve("ca.key");
    }

    /**
     * The one of a domain; it is made where there is none.
     *
     * @throws IOException where it cannot be read or made; says which file
     */
    static DomainAuthority of(DomainDirectory domain, Ticker ticker) throws IOException {
        Path keys = keyFile(domain);
        Path file = new MachineFiles(domain.path()).authority();
        ConfigurationSecrets secrets = new ConfigurationSecrets(domain.path());
        try {
            if (!Files.exists(keys)) {
                make(keys, file, secrets, ticker);
            }
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(file)));
            byte[] key = Base64.getDecoder()
                    .decode(secrets.decrypt(
                            Files.readString(keys, StandardCharsets.US_ASCII).strip()));
            return new DomainAuthority(
                    certificate, KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the domain's authority, " + keys + " and " + file + ", cannot be used: " + e, e);
        }
    }

    private static void make(Path keys, Path file, ConfigurationSecrets secrets, Ticker ticker)
            throws IOException, GeneralSecurityException {
        KeyPair pair = CertificateWriter.newKey();
        Instant now = Instant.ofEpochMilli(ticker.currentTimeMillis());
        X509Certificate made = CertificateWriter.selfSigned(
                new CertificateWriter.Content(NAME, List.of(), true, now.minus(BEFORE), now.plus(LIFE)), pair);
        // The certificate first: what makes the authority is its key.
        AtomicFile.write(file, CertificateWriter.pem(made).getBytes(StandardCharsets.US_ASCII));
        MachineFiles.secret(
                keys,
                secrets.encrypt(Base64.getEncoder()
                                .encodeToString(pair.getPrivate().getEncoded()))
                        + "\n");
    }

    /** By what a machine that is enrolled knows that it speaks to this domain. */
    String fingerprint() {
        return ChannelTls.fingerprint(certificate);
    }

    /** Its certificate, PEM. */
    String pem() throws IOException {
        try {
            return CertificateWriter.pem(certificate);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the domain's authority cannot be written", e);
        }
    }

    /**
     * A certificate for a machine.
     *
     * @param machine its name
     * @param addresses names and addresses by which it is called
     * @param life how long it holds, from now
     */
    X509Certificate issue(String machine, List<String> addresses, PublicKey of, Duration life, Instant now)
            throws IOException {
        Instant last = certificate.getNotAfter().toInstant();
        Instant end = now.plus(life);
        try {
            return CertificateWriter.signed(
                    new CertificateWriter.Content(
                            Names.SUBJECT + machine,
                            addresses,
                            false,
                            now.minus(BEFORE),
                            end.isAfter(last) ? last : end),
                    of,
                    NAME,
                    key);
        } catch (GeneralSecurityException e) {
            throw new IOException("a certificate for the machine " + machine + " cannot be made: " + e, e);
        }
    }

    /** A certificate and behind it that of the authority, PEM. */
    String chain(X509Certificate issued) throws IOException {
        try {
            return CertificateWriter.pem(issued) + pem();
        } catch (GeneralSecurityException e) {
            throw new IOException("a certificate cannot be written", e);
        }
    }
}
