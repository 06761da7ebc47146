package io.keelson.cluster.membership;

import io.keelson.base.measure.Described;
import io.keelson.kernel.spi.membership.ClusterView;

/** This server in its cluster, for management. */
public record MembershipRuntime(
        @Described("The cluster.") String cluster,

        @Described("Servers that see one another, this one among them.")
        int members,

        @Described("Servers that the domain expects in the cluster and that are not seen.")
        int missing,

        @Described(value = "Views that this server has entered.", grows = true)
        long views,

        @Described(value = "How often a server was suspected to be gone.", grows = true)
        long suspicions,

        @Described(value = "How often parts of the cluster came together.", grows = true)
        long merges,

        @Described(value = "How often this server turned somebody away who wanted to join.", grows = true)
        long refused,

        @Described(
                value =
                        "Connections and messages of peers that did not prove to be servers of this cluster. They changed nothing.",
                grows = true)
        long strangers) {
    /** Returns the state of a cluster as this server sees it. */
    public static MembershipRuntime of(String cluster, ClusterView view) {
        ClusterView.View now = view.current();
        ClusterView.Counts so = view.counts();
        return new MembershipRuntime(
                cluster,
                now.members().size(),
                now.missing().size(),
                so.views(),
                so.suspicions(),
                so.merges(),
                so.refused(),
                so.strangers());
    }
}
