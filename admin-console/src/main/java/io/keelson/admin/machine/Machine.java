package io.keelson.admin.machine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another machine of the domain, as that of the admin server knows it. Immutable.
 *
 * @param name its name
 * @param addresses where it is reached, the first for its node manager
 * @param nodePort the port of its node manager
 * @param certificates the numbers of its certificates, in hexadecimal digits, the newest last; none while it is expected
 * @param token the one-time token with which it may be enrolled; null where there is none
 */
public record Machine(
        String name,
        List<String> addresses,
        int nodePort,
        List<String> certificates,
        @Nullable Token token) {
    private static final int KEPT = 20;

    public Machine {
        addresses = List.copyOf(addresses);
        certificates = List.copyOf(certificates);
    }

    /**
     * Token as it is kept, without its secret.
     *
     * @param hash the SHA-256 of its secret
     * @param issued when it was given, in milliseconds since the epoch
     * @param expires until when it counts
     */
    public record Token(String hash, long issued, long expires) {}

    /** Returns whether it has been enrolled. */
    public boolean enrolled() {
        return !certificates.isEmpty();
    }

    /** With one more certificate, and without the token. Those before are known for as long as they may still hold. */
    Machine with(String number) {
        List<String> kept =
                new ArrayList<>(certificates.subList(Math.max(0, certificates.size() - KEPT), certificates.size()));
        kept.add(number);
        return new Machine(name, addresses, nodePort, kept, null);
    }
}
