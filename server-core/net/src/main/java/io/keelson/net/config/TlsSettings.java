package io.keelson.net.config;

import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TLS on a channel. Paths are relative to the domain. Certificate, key and trust are read again when their files change.
 *
 * @param certificate as in {@link CertificateSettings}: the certificate for clients that name no server, or an unknown one
 * @param key as in {@link CertificateSettings}
 * @param keyStore as in {@link CertificateSettings}
 * @param keyAlias as in {@link CertificateSettings}
 * @param password as in {@link CertificateSettings}
 * @param passwordFile as in {@link CertificateSettings}
 * @param certificates further certificates, chosen by the name that the client asks for (SNI)
 * @param clientAuth whether clients have to show a certificate
 * @param trust a PEM file with the certificates of those who vouch for clients
 * @param trustStore a key store (PKCS12 or JKS) in its place
 * @param trustPassword the password of the trust store
 * @param trustPasswordFile a file whose first line is that password
 * @param protocols the versions of TLS
 * @param cipherSuites the cipher suites by their standard names, the preferred one first
 * @param handshakeTimeout how long a client may take from the connect to the end of the handshake
 * @param reloadInterval how often the files are looked at; zero for never
 */
public record TlsSettings(
        @Setting(help = "PEM file with the certificate first, then the certificates that vouch for it.") @Nullable
        Path certificate,

        @Setting(help = "PEM file with the private key; without it the key is in the file of the certificate.")
        @Nullable
        Path key,

        @Setting(help = "Key store (PKCS12 or JKS) with certificate and key, in place of PEM files.") @Nullable
        Path keyStore,

        @Setting(help = "Entry of the key store; without it all of them, the first as the default.") @Nullable
        String keyAlias,

        @Setting(
                help = "Password of the key store or of the encrypted key; better password-file, or a variable of the"
                        + " environment that overrides this.",
                secret = true)
        @Nullable
        String password,

        @Setting(help = "File whose first line is the password of the key store or of the encrypted key.") @Nullable
        Path passwordFile,

        @Setting(help = "Further certificates, chosen by the server name that the client asks for (SNI).")
        List<CertificateSettings> certificates,

        @Setting(
                help = "Whether clients have to show a certificate; wanted and required need trust.",
                defaultValue = "none")
        ClientAuth clientAuth,

        @Setting(help = "PEM file with the certificates of those who vouch for clients.") @Nullable
        Path trust,

        @Setting(help = "Key store (PKCS12 or JKS) with the certificates of those who vouch for clients.") @Nullable
        Path trustStore,

        @Setting(
                help = "Password of the trust store; better trust-password-file, or a variable of the environment that"
                        + " overrides this.",
                secret = true)
        @Nullable
        String trustPassword,

        @Setting(help = "File whose first line is the password of the trust store.") @Nullable
        Path trustPasswordFile,

        @Setting(help = "Versions of TLS that are spoken.", defaultValue = "TLSv1.3, TLSv1.2", pattern = "TLSv1\\.[23]")
        List<String> protocols,

        @Setting(
                help = "Cipher suites by their standard names, the preferred one first; empty for those with forward"
                        + " secrecy and authenticated encryption.",
                pattern = "TLS_[A-Z0-9_]+")
        List<String> cipherSuites,

        @Setting(
                help = "How long a client may take from the connect to the end of the handshake.",
                defaultValue = "10s",
                min = "100ms",
                max = "10m")
        Duration handshakeTimeout,

        @Setting(
                help = "How often the files of certificates, keys and trust are looked at for changes; 0s for never.",
                defaultValue = "10s",
                min = "0s",
                max = "1d")
        Duration reloadInterval) {
    public TlsSettings {
        certificates = List.copyOf(certificates);
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
        // Says what is wrong with the six of the certificate.
        new CertificateSettings(certificate, key, keyStore, keyAlias, password, passwordFile);
        if (trust != null && trustStore != null) {
            throw new IllegalArgumentException("both trust and trust-store are named; name one of them");
        }
        if (trustStore == null && (trustPassword != null || trustPasswordFile != null)) {
            throw new IllegalArgumentException("a password for a trust-store is given, and no trust-store");
        }
        if (trustPassword != null && trustPasswordFile != null) {
            throw new IllegalArgumentException(
                    "both trust-password and trust-password-file are given; give one of them");
        }
        if (clientAuth != ClientAuth.NONE && trust == null && trustStore == null) {
            throw new IllegalArgumentException(
                    "client-auth is " + (clientAuth == ClientAuth.WANTED ? "wanted" : "required")
                            + ", but neither trust nor trust-store says whose certificates are trusted; name one of them");
        }
        if (protocols.isEmpty()) {
            throw new IllegalArgumentException("no version of TLS is left; leave out protocols for the usual ones");
        }
    }

    /** All certificates, the one for clients that name no server first. */
    public List<CertificateSettings> allCertificates() {
        List<CertificateSettings> all = new ArrayList<>();
        all.add(new CertificateSettings(certificate, key, keyStore, keyAlias, password, passwordFile));
        all.addAll(certificates);
        return List.copyOf(all);
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return "TlsSettings[certificates=" + allCertificates() + ", clientAuth=" + clientAuth + ", trust=" + trust
                + ", trustStore=" + trustStore + ", protocols=" + protocols + ", cipherSuites=" + cipherSuites + "]";
    }
}
