package io.keelson.cluster.membership;

import java.util.Optional;

/**
 * What the parts of this room share: the membership, which a server that takes part in no cluster does not have. A service of
 * the subsystem {@code cluster}.
 *
 * @param membership this server in its cluster; empty: it is in none
 */
public record Clustering(Optional<Membership> membership) {}
