package io.keelson.cluster.internal.seal;

import java.net.InetSocketAddress;

/**
 * This server as it introduces itself to others of its cluster.
 *
 * @param domain the name of its domain
 * @param cluster the name of its cluster
 * @param server its own name
 * @param codes true if each frame is to carry a code; else only the connection is authenticated, which is enough over TLS
 * @param key the secret of the cluster
 */
public record ServerCard(String domain, String cluster, String server, boolean codes, ClusterKey key) {
    /**
     * The peer of a connection after the introduction.
     *
     * @param address the address on which the peer listens
     * @param sending authenticates what is sent to it
     * @param receiving verifies what comes from it
     * @param codes true if frames carry codes
     */
    public record Introduced(InetSocketAddress address, FrameMac sending, FrameMac receiving, boolean codes) {}
}
