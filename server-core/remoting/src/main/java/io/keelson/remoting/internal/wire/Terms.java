package io.keelson.remoting.internal.wire;

import java.util.List;

/**
 * Terms that two peers have agreed on. Immutable.
 *
 * @param version of the protocol
 * @param features the bits that both have
 * @param maxMessageSize the largest message that the peer takes
 * @param node the number that the peer's process gave itself
 * @param peer what the peer says it is
 * @param addresses which addresses references to objects may name on this connection: those that the server vouches for
 */
public record Terms(int version, long features, int maxMessageSize, long node, String peer, List<String> addresses) {
    public Terms {
        addresses = List.copyOf(addresses);
    }

    /** The same with addresses. */
    Terms with(List<String> others) {
        return new Terms(version, features, maxMessageSize, node, peer, others);
    }

    /** Returns whether both can do that. */
    public boolean has(Feature feature) {
        return (features & feature.bit()) != 0;
    }
}
