package io.keelson.remoting.internal.auth;

import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * By what the servers of a domain know one another: SCRAM-SHA-256 with a password that is made of the domain's key, always bound
 * to the connection. The name of the mechanism has eight bytes in it that are made of the key as well: servers of two domains see that
 * they have nothing to say to each other before they try. Immutable.
 */
public final class DomainTrust implements ScramRealm {
    private static final int ITERATIONS = 4096;
    private static final int SALT_BYTES = 16;
    private static final int NAME_BYTES = 8;

    private final String server;
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
        this.server = server;
        this.mechanism = Mechanism.DOMAIN
                + HexFormat.of().formatHex(Arrays.copyOf(ScramKeys.hmac(key, "mechanism"), NAME_BYTES));
        this.password = HexFormat.of().formatHex(ScramKeys.hmac(key, "password"));
        byte[] salt = Arrays.copyOf(ScramKeys.hmac(key, "salt"), SALT_BYTES);
        byte[] salted = ScramKeys.salted(password.toCharArray(), salt, ITERATIONS);
        this.verifier = new Verifier(
                ITERATIONS, salt, ScramKeys.hash(ScramKeys.clientKey(salted)), ScramKeys.serverKey(salted));
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
