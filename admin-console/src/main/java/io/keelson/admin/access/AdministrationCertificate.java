package io.keelson.admin.access;

import io.keelson.base.time.Ticker;
import io.keelson.net.config.ClientAuth;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.KeyWriter;
import io.keelson.net.tls.TlsFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The certificate by which a domain's administration speaks TLS where nobody has given it another one: it vouches for itself, is made at
 * the first need and again before it ends. The servers of a domain on one machine share it. What somebody else has put in its place is
 * used, and never replaced. Thread-safe; {@code lock} orders those of this process, and files change as a whole.
 */
public final class AdministrationCertificate implements TlsFiles {
    /** Key and certificate, for the owner's eyes only; relative to the domain. */
    public static final Path KEY = Path.of("security", "admin-key.pem");

    /** The certificate alone, for clients that shall trust it; relative to the domain. */
    public static final Path CERTIFICATE = Path.of("security", "admin.pem");

    private static final String NAME = "Keelson administration";
    private static final Duration LIFE = Duration.ofDays(730);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);
    /** Clients whose clocks are behind take it all the same. */
    private static final Duration BEFORE = Duration.ofDays(1);
    /** Number of tries: as often as another process may put its own in place while this one copies. */
    private static final int TRIES = 5;

    private final Path domain;
    private final Supplier<? extends Collection<String>> names;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable X509Certificate known;
    private @Nullable Set<String> wanted;

    /**
     * The one of a domain; nothing is made yet.
     *
     * @param names names and addresses by which it shall be good, beside those of this machine's loopback; asked once, at the first need
     */
    public AdministrationCertificate(Path domain, Supplier<? extends Collection<String>> names, Ticker ticker) {
        this.domain = domain;
        this.names = names;
        this.ticker = ticker;
    }

    @Override
    public TlsSettings ready() throws IOException {
        certificate();
        return new TlsSettings(
                KEY,
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
                Duration.ofSeconds(10));
    }

    /**
     * The certificate, made where there is none, and anew where it ends soon or lacks a name.
     *
     * @throws IOException where it cannot be read or made; says which file
     */
    public X509Certificate certificate() throws IOException {
        Path file = domain.resolve(KEY);
        lock.lock();
        try {
            X509Certificate now = known;
            // Who deletes the file wants another one; and what is due here somebody may have replaced meanwhile.
            if (now == null || !Files.exists(file) || due(now)) {
                now = read(file);
            }
            if (now == null || due(now)) {
                make(file, now);
            } else if (now.equals(known) && Files.exists(domain.resolve(CERTIFICATE))) {
                return now;
            }
            now = published(file);
            known = now;
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** Null where there is none. */
    private static @Nullable X509Certificate read(Path file) throws IOException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return null;
        } catch (CertificateException e) {
            throw new IOException(file + " holds no certificate; delete it to have a new one", e);
        }
    }

    /** Returns whether it is ours to replace, and no longer good enough. */
    private boolean due(X509Certificate old) throws IOException {
        if (!old.getSubjectX500Principal().equals(old.getIssuerX500Principal())
                || !old.getSubjectX500Principal().getName().equals("CN=" + NAME)) {
            return false;
        }
        Instant now = Instant.ofEpochMilli(ticker.currentTimeMillis());
        return old.getNotAfter().toInstant().isBefore(now.plus(RENEWED_BEFORE))
                || !namesOf(old).containsAll(wanted());
    }

    private Set<String> wanted() {
        Set<String> all = wanted;
        if (all == null) {
            all = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1"));
            all.addAll(names.get());
            wanted = all;
        }
        return all;
    }

    private static Set<String> namesOf(X509Certificate certificate) throws IOException {
        try {
            Set<String> all = new LinkedHashSet<>();
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                alternatives.forEach(one -> all.add(String.valueOf(one.get(1))));
            }
            return all;
        } catch (CertificateParsingException e) {
            throw new IOException("the names of " + CERTIFICATE + " cannot be read", e);
        }
    }

    /** With the names that the old one has, so that two servers with other addresses do not replace each other's for ever. */
    private void make(Path file, @Nullable X509Certificate old) throws IOException {
        Set<String> all = new LinkedHashSet<>(wanted());
        if (old != null) {
            all.addAll(namesOf(old));
        }
        try {
            Instant now = Instant.ofEpochMilli(ticker.currentTimeMillis());
            KeyPair pair = CertificateWriter.newKey();
            X509Certificate made = CertificateWriter.selfSigned(
                    new CertificateWriter.Content(NAME, List.copyOf(all), false, now.minus(BEFORE), now.plus(LIFE)),
                    pair);
            String text = CertificateWriter.pem(made) + CertificateWriter.pem(pair.getPrivate());
            if (old == null) {
                KeyWriter.create(file, text);
            } else {
                KeyWriter.replace(file, text, true);
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK cannot make a key or a certificate: " + e.getMessage(), e);
        }
    }

    /** The certificate that is in the file of the key now, with its copy for everybody. */
    private X509Certificate published(Path file) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            X509Certificate now = read(file);
            if (now == null) {
                throw new IOException(file + " was deleted while it was read");
            }
            try {
                KeyWriter.replace(domain.resolve(CERTIFICATE), CertificateWriter.pem(now), false);
            } catch (GeneralSecurityException e) {
                throw new IOException("the certificate of " + file + " cannot be written again", e);
            }
            if (now.equals(read(file))) {
                return now;
            }
        }
        throw new IOException(file + " changes all the time; other processes replace it");
    }

    /** The SHA-256 as browsers show it: pairs of upper-case hexadecimal digits with colons. */
    public static String fingerprint(X509Certificate certificate) {
        return ChannelTls.fingerprint(certificate)
                .replaceAll("(..)(?=.)", "$1:")
                .toUpperCase(Locale.ROOT);
    }
}
