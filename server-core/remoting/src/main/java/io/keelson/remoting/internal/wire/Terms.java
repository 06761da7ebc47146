package io.keelson.remoting.internal.wire;

/**
 * What two peers have agreed on. Immutable.
 *
 * @param version of the protocol
 * @param features the bits that both have
 * @param maxMessageSize the largest message that the peer takes
 * @param node the number that the peer's process gave itself
 * @param peer what the peer says it is
 */
public record Terms(int version, long features, int maxMessageSize, long node, String peer) {
    /** Whether both can do that. */
    public boolean has(Feature feature) {
        return (features & feature.bit()) != 0;
    }
}
