package io.keelson.cluster.membership;

import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Membership and TLS context that the parts of this room share; a server that takes part in no cluster has no
 * membership. A service of the subsystem {@code cluster}.
 *
 * @param membership this server in its cluster; empty: it is in none
 * @param tls by what its servers trust one another over TLS, and what certificate this one shows; empty: nothing is said of that
 */
public record Clustering(Optional<Membership> membership, Optional<SSLContext> tls) {}
