package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.PeerIdentity;
import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * By what the servers of a domain know one another, and those of two domains that trust each other: SCRAM-SHA-256, always bound to the
 * connection. Within a domain the password is made of its key, and so are eight bytes in the name of the mechanism: servers of two domains
 * see that they have nothing to say to each other before they try. Between domains the password is the secret that both are told, and the
 * name is made of theirs. Immutable.
 */
public final class DomainTrust implements ScramRealm {
    private static final int ITERATIONS = 4096;
    private static final int SALT_BYTES = 16;
    private static final int NAME_BYTES = 8;

    private final String server;
    private final @Nullable String domain;
    private final String mechanism;
    private final String password;
    private final Verifier verifier;

    /**
     * The trust of one server.
     *
     * @param server its name
     * @param key what all servers of the domain have, for this purpose alone
     */
    public DomainTrust(String server, byte[] key) {
        this(
                server,
                null,
                ScramKeys.hmac(key, "mechanism"),
                HexFormat.of().formatHex(ScramKeys.hmac(key, "password")),
                ScramKeys.hmac(key, "salt"));
    }

    private DomainTrust(String server, @Nullable String domain, byte[] mechanism, String password, byte[] salts) {
        this.server = server;
        this.domain = domain;
        this.mechanism = Mechanism.DOMAIN + HexFormat.of().formatHex(Arrays.copyOf(mechanism, NAME_BYTES));
        this.password = password;
        byte[] salt = Arrays.copyOf(salts, SALT_BYTES);
        byte[] salted = ScramKeys.salted(password.toCharArray(), salt, ITERATIONS);
        this.verifier = new Verifier(
                ITERATIONS, salt, ScramKeys.hash(ScramKeys.clientKey(salted)), ScramKeys.serverKey(salted));
    }

    /**
     * Returns the trust between a server and those of another domain. What goes over the wire before the login tells nothing of the secret.
     *
     * @param server its name
     * @param own the name of its domain
     * @param other the name of the other domain, which is another one
     * @param secret what both domains were told, of ASCII
     */
    public static DomainTrust between(String server, String own, String other, String secret) {
        String pair = own.compareTo(other) < 0 ? own + "\n" + other : other + "\n" + own;
        byte[] names = ScramKeys.hash(pair.getBytes(StandardCharsets.UTF_8));
        return new DomainTrust(server, other, names, secret, ScramKeys.hash(names));
    }

    /** Returns the other domain; null for that of this server. */
    @Nullable
    String domain() {
        return domain;
    }

    /** Returns what a server is that has proved this. */
    PeerIdentity identity() {
        return domain == null ? PeerIdentity.SERVER : PeerIdentity.serverOf(domain);
    }

    String server() {
        return server;
    }

    String mechanism() {
        return mechanism;
    }

    char[] password() {
        return password.toCharArray();
    }

    @Override
    public Verifier verifier(String user) {
        return verifier;
    }

    @Override
    public Optional<RemoteCaller> authenticate(String user, Predicate<Verifier> proof) {
        return proof.test(verifier) ? Optional.of(RemoteCaller.ANONYMOUS) : Optional.empty();
    }

    /** Shows nothing of the key. */
    @Override
    public String toString() {
        return "trust of " + server;
    }
}
