package io.keelson.deploy.spi;

/**
 * Attached to a deployment by a contributor for which the application must be on all servers of a cluster, or on none.
 *
 * @param why as a part of a sentence: {@code its sessions are replicated}
 */
public record WholeCluster(String why) {}
