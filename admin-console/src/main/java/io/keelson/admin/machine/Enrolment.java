package io.keelson.admin.machine;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.net.tls.CertificateRequest;
import io.keelson.net.tls.CertificateWriter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets machines into the domain, renews their certificates, and puts them out again: on the admin server. Thread-safe: {@code lock} puts
 * changes in order, and is held while one is synced. A token counts by this machine's clock alone, whatever that of the new one says.
 */
public final class Enrolment {
    /** Time for which a token counts. */
    public static final Duration TOKEN_LIFE = Duration.ofHours(1);

    private static final int SHORTEST_EC = 256;
    private static final int SHORTEST_RSA = 3072;
    /** Time by which the clock may have been set back since a token was given. */
    private static final Duration BACK = Duration.ofMinutes(5);

    private final DomainDirectory domain;
    private final ThisMachine here;
    private final MachineRegistry registry;
    private final Duration life;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * The one of a domain.
     *
     * @param here the machine of the admin server
     * @param life how long certificates hold
     */
    public Enrolment(DomainDirectory domain, ThisMachine here, Duration life, Ticker ticker) {
        this.domain = domain;
        this.here = here;
        this.registry = new MachineRegistry(domain);
        this.life = life;
        this.ticker = ticker;
    }

    private Instant now() {
        return Instant.ofEpochMilli(ticker.currentTimeMillis());
    }

    /**
     * Expects a machine; a token that was given for it before counts no more.
     *
     * @param address host and port where the admin server is reached by machines
     * @return the token, which is kept nowhere
     * @throws EnrolmentRefusedException when there is such a machine, or what is said of it cannot be
     */
    public EnrolmentToken expect(String name, List<String> addresses, int nodePort, String address)
            throws EnrolmentRefusedException, IOException {
        if (!Names.name(name)) {
            throw wrong("'" + name + "' is no name of a machine: use letters, digits, '.', '_' and '-'");
        }
        if (addresses.isEmpty() || !addresses.stream().allMatch(Names::address)) {
            throw wrong("A machine has at least one address, each a name or an IP address");
        }
        if (nodePort < 1 || nodePort > 65_535) {
            throw wrong("The port of a node manager is a number from 1 to 65535");
        }
        lock.lock();
        try {
            Optional<Machine> known = registry.find(name);
            if (name.equals(here.name()) || known.filter(Machine::enrolled).isPresent()) {
                throw wrong("There is a machine '" + name + "' already; remove it first, or choose another name");
            }
            String secret = EnrolmentToken.newSecret();
            long issued = ticker.currentTimeMillis();
            Machine.Token token =
                    new Machine.Token(EnrolmentToken.hash(secret), issued, issued + TOKEN_LIFE.toMillis());
            Machine machine = new Machine(name, addresses, nodePort, List.of(), token);
            registry.change(content -> content.with(machine));
            String authority = DomainAuthority.of(domain, ticker).fingerprint();
            return new EnrolmentToken(name, address, here.name(), authority, secret);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Papers that a machine gets when it is let in.
     *
     * @param machine the machine
     * @param chain its certificate and that of the authority, PEM
     * @param authority that of the authority alone
     */
    public record Enrolled(Machine machine, String chain, String authority) {}

    /** Work that is done when a token has been found good, and before anything is changed. */
    @FunctionalInterface
    public interface Before {
        /** Does it; where it fails nothing is changed. */
        void run() throws IOException;
    }

    /**
     * Lets a machine in, once. When this returns it is on the disk that the token was used.
     *
     * @param request a certificate request, PEM
     * @throws EnrolmentRefusedException where the token does not count, without saying why to who does not have it, or the request is not
     *     for what the token is for; the token still counts then
     */
    public Enrolled enroll(String name, String secret, String request, Before before)
            throws EnrolmentRefusedException, IOException {
        lock.lock();
        try {
            Machine machine = registry.find(name)
                    .filter(known -> counts(known.token(), secret))
                    .orElseThrow(() -> new EnrolmentRefusedException(
                            true,
                            "This token does not count, or not any more: it is good for one machine, one use and one hour. 'keelson"
                                    + " machine add' gives another"));
            DomainAuthority authority = DomainAuthority.of(domain, ticker);
            X509Certificate issued = issue(authority, machine, request);
            before.run();
            Machine enrolled = machine.with(number(issued));
            registry.change(content -> content.with(enrolled));
            return new Enrolled(enrolled, authority.chain(issued), authority.pem());
        } finally {
            lock.unlock();
        }
    }

    private boolean counts(Machine.@Nullable Token token, String secret) {
        long now = ticker.currentTimeMillis();
        return token != null
                && EnrolmentToken.matches(token.hash(), secret)
                && now < token.expires()
                && now >= token.issued() - BACK.toMillis();
    }

    private X509Certificate issue(DomainAuthority authority, Machine machine, String request)
            throws EnrolmentRefusedException, IOException {
        CertificateRequest asked;
        try {
            asked = CertificateRequest.read(request);
        } catch (GeneralSecurityException e) {
            throw wrong("The certificate request cannot be used: " + e.getMessage());
        }
        if (!asked.commonName().equals(Names.SUBJECT + machine.name())) {
            throw wrong("The certificate request is for '" + asked.commonName() + "' and not for '" + Names.SUBJECT
                    + machine.name() + "'");
        }
        if (!strong(asked.key())) {
            throw wrong("The key of the certificate request is too weak: it has to be of EC with " + SHORTEST_EC
                    + " bits, or of RSA with " + SHORTEST_RSA + ", or more");
        }
        return authority.issue(machine.name(), machine.addresses(), asked.key(), life, now());
    }

    private static boolean strong(PublicKey key) {
        if (key instanceof ECPublicKey curve) {
            return curve.getParams().getOrder().bitLength() >= SHORTEST_EC;
        }
        return key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= SHORTEST_RSA;
    }

    private static String number(X509Certificate certificate) {
        return certificate.getSerialNumber().toString(16);
    }

    /**
     * Renews the certificate of a machine that is in, at its own request. The one before counts until it expires: were this
     * answer lost, the machine could not ask again otherwise.
     *
     * @return the chain, PEM
     */
    public String renew(String name, String request) throws EnrolmentRefusedException, IOException {
        lock.lock();
        try {
            Machine machine = registry.find(name)
                    .filter(Machine::enrolled)
                    .orElseThrow(() -> wrong("There is no machine '" + name + "' that was enrolled"));
            DomainAuthority authority = DomainAuthority.of(domain, ticker);
            X509Certificate issued = issue(authority, machine, request);
            registry.change(content -> content.with(machine.with(number(issued))));
            return authority.chain(issued);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts a machine out: its certificates and its token count no more.
     *
     * @throws EnrolmentRefusedException where there is none of that name
     */
    public void remove(String name) throws EnrolmentRefusedException, IOException {
        lock.lock();
        try {
            Machine machine =
                    registry.find(name).orElseThrow(() -> wrong("There is no machine '" + name + "' to remove"));
            registry.change(content -> content.putOut(machine));
        } finally {
            lock.unlock();
        }
    }

    /** Renews the certificate of the admin server's own machine, where a third of its life or less is left. Returns whether it did. */
    public boolean renewOwn() throws IOException {
        lock.lock();
        try {
            MachineFiles files = new MachineFiles(domain.path());
            if (files.present() && !Renewal.due(Renewal.certificate(files), now())) {
                return false;
            }
            writeOwn(domain, here, life, ticker);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Makes key and certificate of the admin server's machine. */
    static void writeOwn(DomainDirectory domain, ThisMachine here, Duration life, Ticker ticker) throws IOException {
        try {
            DomainAuthority authority = DomainAuthority.of(domain, ticker);
            KeyPair pair = CertificateWriter.newKey();
            X509Certificate issued = authority.issue(
                    here.name(),
                    here.addresses(),
                    pair.getPublic(),
                    life,
                    Instant.ofEpochMilli(ticker.currentTimeMillis()));
            new MachineFiles(domain.path()).write(CertificateWriter.pem(pair.getPrivate()), authority.chain(issued));
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK cannot make a key: " + e.getMessage(), e);
        }
    }

    /** The machines. */
    public List<Machine> machines() throws IOException {
        return registry.machines();
    }

    /** The names of machines that were put out and have not come again: what is to run on them runs nowhere. */
    public List<String> removed() throws IOException {
        return registry.removed();
    }

    /** The numbers of certificates that count no more. */
    public List<String> revoked() throws IOException {
        return registry.revoked();
    }

    private static EnrolmentRefusedException wrong(String message) {
        return new EnrolmentRefusedException(false, message);
    }
}
