package io.keelson.net.tls;

import io.keelson.base.time.Ticker;
import io.keelson.net.config.ClientAuth;
import io.keelson.net.config.TlsSettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a channel: gives each connection an engine with the certificates as they are now, and reads them again when
 * their files have changed. What is new must be whole and fit together, or the channel keeps what it has; connections that
 * are open go on with what they began with. Thread-safe: {@code lock} guards reading, and all fields that are not final or
 * volatile. See docs/design/tls.md.
 */
public final class ChannelTls {
    private static final Duration EXPIRES_SOON = Duration.ofDays(30);
    private static final Duration SAY_AGAIN = Duration.ofDays(1);

    private final String channel;
    private final TlsSettings settings;
    private final Path directory;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final LongAdder handshakes = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final ShownCertificates shown = new ShownCertificates();
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private volatile TlsMaterial material;
    private FileStamps read;
    private FileStamps seen;
    private long saidAt;

    /**
     * Reads certificates, keys and trust.
     *
     * @param channel the channel's name, for messages
     * @param directory what the paths of the settings are relative to
     * @throws KeyMaterialException where something cannot be used; the message says what, and what to do
     */
    public ChannelTls(String channel, TlsSettings settings, Path directory, Ticker ticker) throws IOException {
        this.channel = channel;
        this.settings = settings;
        this.directory = directory;
        this.ticker = ticker;
        KeyFiles files = new KeyFiles(directory);
        try {
            material = TlsMaterial.read(settings, files);
        } catch (KeyMaterialException e) {
            throw new KeyMaterialException("the channel " + channel + " cannot speak TLS: " + e.getMessage(), e);
        }
        read = FileStamps.of(files.files());
        seen = read;
        saidAt = ticker.nanoTime();
        sayLoaded(material);
        sayExpiry();
    }

    /**
     * An engine for a new connection.
     *
     * @param alpn the names of the protocols that it offers, the preferred one first; empty for no choice
     */
    public SSLEngine newEngine(List<String> alpn) {
        return material.newEngine(alpn);
    }

    /**
     * The server's side of TLS over a connection of somebody who needs sockets. The handshake comes with the first use, on the thread that
     * uses it; closing it closes the connection.
     *
     * @throws IOException where the connection is closed
     */
    public SSLSocket newSocket(Socket accepted) throws IOException {
        return material.newSocket(accepted);
    }

    /** Returns true if clients are asked for a certificate, or have to show one. */
    public boolean asksForCertificates() {
        return settings.clientAuth() != ClientAuth.NONE;
    }

    /** Returns how long a client may take from the connect to the end of the handshake. */
    public Duration handshakeTimeout() {
        return settings.handshakeTimeout();
    }

    /** Returns how often {@link #look} is to be called; zero for never. */
    public Duration reloadInterval() {
        return settings.reloadInterval();
    }

    /**
     * Looks at the files, and reads them when they have changed and then stayed as they are for one look: who replaces a
     * certificate and its key writes two files. Also says once a day what expires soon.
     */
    public void look() {
        lock.lock();
        try {
            FileStamps now = read.again();
            if (!now.equals(read) && now.equals(seen)) {
                readAgain();
            } else {
                seen = now;
            }
            if (ticker.nanoTime() - saidAt > SAY_AGAIN.toNanos()) {
                saidAt = ticker.nanoTime();
                sayExpiry();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads the files now, whether they have changed or not.
     *
     * @throws KeyMaterialException where something cannot be used; the channel keeps what it has
     */
    public void reload() throws IOException {
        lock.lock();
        try {
            KeyMaterialException failure = readAgain();
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has this run each time after the files have been read again and are used, by the thread that read them. */
    public void afterReload(Runnable watcher) {
        watchers.add(watcher);
    }

    private @Nullable KeyMaterialException readAgain() {
        KeyFiles files = new KeyFiles(directory);
        // Before reading, so that what changes meanwhile is noticed.
        FileStamps before = read.again();
        try {
            TlsMaterial next = TlsMaterial.read(settings, files);
            material = next;
            read = before;
            TlsLog.LOG.reloaded(channel);
            sayLoaded(next);
            sayExpiry();
            watchers.forEach(Runnable::run);
            return null;
        } catch (IOException e) {
            // Not again for the same files.
            read = before;
            TlsLog.LOG.notReloaded(channel, String.valueOf(e.getMessage()));
            return e instanceof KeyMaterialException known
                    ? known
                    : new KeyMaterialException(String.valueOf(e.getMessage()), e);
        } finally {
            seen = read;
        }
    }

    private void sayLoaded(TlsMaterial now) {
        for (Identity one : now.identities()) {
            TlsLog.LOG.loaded(
                    channel,
                    Identity.subject(one.certificate()),
                    one.place(),
                    one.certificate().getNotAfter().toInstant().toString());
        }
    }

    private void sayExpiry() {
        Instant now = Instant.ofEpochMilli(ticker.currentTimeMillis());
        for (Identity one : material.identities()) {
            Instant end = one.certificate().getNotAfter().toInstant();
            String subject = Identity.subject(one.certificate());
            if (end.isBefore(now)) {
                TlsLog.LOG.expired(subject, channel, end.toString());
            } else if (end.isBefore(now.plus(EXPIRES_SOON))) {
                TlsLog.LOG.expiresSoon(subject, channel, now.until(end, ChronoUnit.DAYS), end.toString());
            }
        }
    }

    /** The clients that have shown a certificate. */
    public ShownCertificates shown() {
        return shown;
    }

    /** A handshake has ended. */
    public void handshake(boolean succeeded) {
        (succeeded ? handshakes : failures).increment();
    }

    /** Returns how many handshakes have succeeded since the channel was opened. */
    public long handshakes() {
        return handshakes.sum();
    }

    /** Returns how many handshakes have failed since then: timed out, refused, or broken off. */
    public long failedHandshakes() {
        return failures.sum();
    }

    /** The certificates that the channel shows now, the default one first. */
    public List<Certificate> certificates() {
        return material.identities().stream()
                .map(one -> Certificate.of(one.certificate(), one.names()))
                .toList();
    }

    /**
     * A certificate of the server.
     *
     * @param subject who it is of
     * @param names the names of servers that it is for
     * @param issuer who vouches for it
     * @param serialNumber its number with the issuer, in hexadecimal digits
     * @param notAfter until when it holds
     * @param fingerprint the SHA-256 of its bytes, in lower-case hexadecimal digits
     */
    public record Certificate(
            String subject,
            List<String> names,
            String issuer,
            String serialNumber,
            Instant notAfter,
            String fingerprint) {
        static Certificate of(X509Certificate certificate, List<String> names) {
            return new Certificate(
                    Identity.subject(certificate),
                    names,
                    certificate.getIssuerX500Principal().getName(),
                    certificate.getSerialNumber().toString(16),
                    certificate.getNotAfter().toInstant(),
                    ChannelTls.fingerprint(certificate));
        }
    }

    /** The SHA-256 of a certificate's bytes, in lower-case hexadecimal digits. */
    public static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (CertificateEncodingException | NoSuchAlgorithmException e) {
            // It was read from its bytes, and every JDK has SHA-256.
            throw new IllegalStateException("a certificate has no fingerprint", e);
        }
    }
}
