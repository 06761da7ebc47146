package io.keelson.kernel.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Mutual TLS between the machines of a domain: each shows the certificate that the domain's authority has given it, and takes those of the
 * others that were not revoked. The files are looked at for each handshake, so that a renewed certificate and a revocation count at
 * once for new connections. What cannot be read, as between the writing of a key and of its certificate, leaves what was read before in
 * force. Sockets that are open know of a revocation when {@link #closeRevoked} is called. Thread-safe: {@code lock} guards what was read.
 */
public final class MachineTls {
    /** Prefix of the common name of a machine's certificate, so that none is taken for a user's. */
    public static final String SUBJECT = "machine:";

    private static final int NO_RESUMPTION = 1;

    private final MachineFiles files;
    private final ReentrantLock lock = new ReentrantLock();
    /** By a number that grows: a handshake that has chosen a certificate finds its key, whatever was read meanwhile. */
    private final TreeMap<Integer, MachineIdentity> generations = new TreeMap<>();

    /** Certificates that the other ends of sockets have shown; the keys are weak, so a socket that is let go of needs no clean-up. */
    private final Map<Socket, X509Certificate> shown = Collections.synchronizedMap(new WeakHashMap<>());

    private Map<Path, String> stamps = Map.of();

    private MachineTls(MachineFiles files) {
        this.files = files;
    }

    /**
     * The one of a domain on this machine.
     *
     * @throws IOException where the machine has no certificate, or its files cannot be used; says which
     */
    public static MachineTls of(Path domain) throws IOException {
        MachineTls tls = new MachineTls(new MachineFiles(domain));
        if (!tls.files.present()) {
            throw new IOException("this machine has no certificate of the domain in "
                    + tls.files.certificate()
                    + "; the machine of the admin server gets it by 'keelson machine init', others by"
                    + " 'keelson machine enroll'");
        }
        tls.current();
        return tls;
    }

    /** The name of this machine, as its certificate says. */
    public String machine() throws IOException {
        return current().name();
    }

    /** The certificate that this machine shows now. */
    public X509Certificate certificate() throws IOException {
        return current().chain().get(0);
    }

    /** TLS with all machines of the domain. */
    public SSLContext context() throws IOException {
        return context(null);
    }

    /**
     * TLS with one machine of the domain only, whose client or server this process is.
     *
     * @param machine its name; null for any
     */
    public SSLContext context(@Nullable String machine) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new MachineKeys(this)},
                    new TrustManager[] {new MachineTrust(this, machine)},
                    null);
            // Who resumes a session shows no certificate: one that was revoked would get in.
            context.getServerSessionContext().setSessionTimeout(NO_RESUMPTION);
            context.getClientSessionContext().setSessionTimeout(NO_RESUMPTION);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK cannot do TLS: " + e.getMessage(), e);
        }
    }

    /**
     * The name of the machine of this domain whose certificate that is; empty where the domain's authority does not vouch for it, it does
     * not hold now, or it was revoked.
     */
    public Optional<String> machineOf(X509Certificate certificate) {
        try {
            MachineIdentity now = current();
            certificate.verify(now.authority().getPublicKey());
            certificate.checkValidity();
            return now.revoked(certificate) ? Optional.empty() : MachineIdentity.subject(certificate);
        } catch (GeneralSecurityException | IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the certificates that are revoked by now.
     *
     * @throws IOException where the files cannot be read, and were not before
     */
    public Revoked revoked() throws IOException {
        MachineIdentity now = current();
        return new Revoked(now.authority().getPublicKey(), now.revoked());
    }

    /**
     * Closes the sockets of this object's contexts whose other end has shown a certificate that has been revoked since. Those of engines
     * are their owners' affair, by {@link #revoked}. Does not wait for the other end.
     */
    public void closeRevoked() {
        try {
            Revoked now = revoked();
            sockets().stream()
                    .filter(one -> now.test(one.getValue()) && !one.getKey().isClosed())
                    .forEach(one -> close(one.getKey()));
        } catch (IOException e) {
            // What was read before counts for as long as there is nothing else, so there always is something.
            throw new UncheckedIOException(e);
        }
    }

    private List<Map.Entry<Socket, X509Certificate>> sockets() {
        synchronized (shown) {
            return shown.entrySet().stream()
                    .map(one -> Map.entry(one.getKey(), one.getValue()))
                    .toList();
        }
    }

    private static void close(Socket socket) {
        try (socket) {
            // A farewell would wait for one who reads nothing, and TLS for the answer to it of one who writes nothing.
            socket.setSoLinger(true, 0);
            socket.setSoTimeout(1);
        } catch (IOException e) {
            // It was closed by somebody else meanwhile, or is now: a socket is closed whatever its farewell comes to.
        }
    }

    /** Remembers whom a socket leads to. */
    void met(Socket socket, X509Certificate certificate) {
        shown.put(socket, certificate);
    }

    /** Returns what counts now. */
    MachineIdentity current() throws IOException {
        lock.lock();
        try {
            Map<Path, String> now = stamps();
            if (!now.equals(stamps)) {
                readAgain(now);
            }
            return Objects.requireNonNull(generations.lastEntry()).getValue();
        } finally {
            lock.unlock();
        }
    }

    private void readAgain(Map<Path, String> now) throws IOException {
        try {
            MachineIdentity read = MachineIdentity.read(files);
            KeyPairs.check(read.chain().get(0).getPublicKey(), read.key());
            int next = generations.isEmpty() ? 0 : generations.lastKey() + 1;
            generations.put(next, read);
            generations.headMap(next - 1).clear();
            stamps = now;
        } catch (IOException | GeneralSecurityException e) {
            if (generations.isEmpty()) {
                throw e instanceof IOException told
                        ? told
                        : new IOException(files.key() + " is not the key of " + files.certificate(), e);
            }
            // Half written, perhaps: it is read once more for the next handshake.
        }
    }

    private Map<Path, String> stamps() {
        Map<Path, String> found = new TreeMap<>();
        for (Path file : files.all()) {
            try {
                BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
                found.put(file, seen.lastModifiedTime().toMillis() + " " + seen.size() + " " + seen.fileKey());
            } catch (IOException e) {
                found.put(file, "missing");
            }
        }
        return found;
    }

    /** The name under which a handshake finds key and certificate of now. */
    String alias() throws IOException {
        lock.lock();
        try {
            current();
            return String.valueOf(generations.lastKey());
        } finally {
            lock.unlock();
        }
    }

    /** The identity of that name. */
    @Nullable
    MachineIdentity identity(String alias) {
        lock.lock();
        try {
            return generations.get(Integer.valueOf(alias));
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    PrivateKey key(String alias) {
        MachineIdentity found = identity(alias);
        return found == null ? null : found.key();
    }

    /** @throws CertificateException when it is not the certificate of that machine, or counts no more */
    void check(X509Certificate shown, @Nullable String machine) throws CertificateException {
        MachineIdentity now;
        try {
            now = current();
        } catch (IOException e) {
            throw new CertificateException("this machine's own files cannot be read", e);
        }
        String name = MachineIdentity.subject(shown)
                .orElseThrow(() -> new CertificateException(
                        "the certificate of " + shown.getSubjectX500Principal() + " is not that of a machine"));
        if (now.revoked(shown)) {
            throw new CertificateException("the certificate of the machine " + name + " was revoked");
        }
        if (machine != null && !machine.equals(name)) {
            throw new CertificateException("the machine " + name + " answers in place of " + machine);
        }
    }
}
