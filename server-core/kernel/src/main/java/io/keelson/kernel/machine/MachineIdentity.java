package io.keelson.kernel.machine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Identity of this machine and the machines that it trusts, as its files stated them at one time. Immutable.
 *
 * @param key the private key
 * @param chain its certificate, and that of the authority
 * @param authority who vouches for machines of the domain
 * @param revoked the numbers of certificates that count no more, in hexadecimal digits
 */
record MachineIdentity(PrivateKey key, List<X509Certificate> chain, X509Certificate authority, Set<String> revoked) {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    MachineIdentity {
        chain = List.copyOf(chain);
        revoked = Set.copyOf(revoked);
    }

    /**
     * Reads it.
     *
     * @throws IOException where a file is missing or damaged, or key and certificate do not belong together; the message says which file
     */
    static MachineIdentity read(MachineFiles files) throws IOException {
        List<X509Certificate> chain = certificates(files.certificate());
        X509Certificate authority = certificates(files.authority()).get(0);
        PrivateKey key = key(files.key(), chain.get(0).getPublicKey().getAlgorithm());
        Set<String> revoked = Set.of();
        if (Files.exists(files.revoked())) {
            revoked = Files.readAllLines(files.revoked(), StandardCharsets.US_ASCII).stream()
                    .map(line -> line.strip().toLowerCase(Locale.ROOT))
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.toSet());
        }
        return new MachineIdentity(key, chain, authority, revoked);
    }

    static List<X509Certificate> certificates(Path file) throws IOException {
        try {
            List<X509Certificate> found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (found.isEmpty()) {
                throw new IOException(file + " has no certificate");
            }
            return found;
        } catch (CertificateException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    private static PrivateKey key(Path file, String algorithm) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file + " has no private key");
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + " is damaged, or not the key of the machine's certificate", e);
        }
    }

    /** The machine's name. */
    String name() {
        return subject(chain.get(0)).orElse("");
    }

    /** The name of the machine that a certificate is of, whoever vouches for it; empty where it is of none. */
    static Optional<String> subject(X509Certificate certificate) {
        try {
            LdapName name = new LdapName(certificate.getSubjectX500Principal().getName());
            return name.getRdns().stream()
                    .filter(part -> part.getType().equalsIgnoreCase("CN"))
                    .map(part -> String.valueOf(part.getValue()))
                    .filter(text -> text.startsWith(MachineTls.SUBJECT))
                    .map(text -> text.substring(MachineTls.SUBJECT.length()))
                    .findFirst();
        } catch (InvalidNameException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a certificate counts no more. */
    boolean revoked(X509Certificate certificate) {
        return revoked.contains(certificate.getSerialNumber().toString(16));
    }

    /** Trust in what the domain's authority vouches for, without regard to what was revoked. */
    X509ExtendedTrustManager trust() throws GeneralSecurityException, IOException {
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry("ca", authority);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(anchors);
        for (TrustManager one : factory.getTrustManagers()) {
            if (one instanceof X509ExtendedTrustManager trust) {
                return trust;
            }
        }
        throw new GeneralSecurityException("this JDK has no trust manager for certificates");
    }
}
