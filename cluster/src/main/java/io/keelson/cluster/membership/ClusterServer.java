package io.keelson.cluster.membership;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import org.jspecify.annotations.Nullable;

/**
 * A server as a member of a cluster. The admin server of a domain with a cluster takes part in it without being named as a
 * member: it votes, and owns nothing.
 *
 * @param cluster the cluster that it is a member of; null for none
 * @param clusterAddress where it listens for the others
 * @param clusterPort the port there
 * @param machine the machine that it runs on
 * @param replicationGroup the group of servers that it belongs to when copies of sessions are placed
 * @param preferredSecondaryGroup the group whose servers are to have the copies of its sessions
 */
@Section(value = "servers.*", help = "A server as a member of a cluster.")
public record ClusterServer(
        @Setting(
                help = "Cluster that the server is a member of. The admin server takes part in the domain's cluster"
                        + " without it.",
                reference = "clusters")
        @Nullable
        String cluster,

        @Setting(
                help = "Address that the server listens on for the other servers of its cluster.",
                defaultValue = "127.0.0.1")
        String clusterAddress,

        @Setting(
                help = "Port that the server listens on for the other servers of its cluster.",
                min = "1",
                max = "65535")
        @Nullable
        Integer clusterPort,

        @Setting(
                help =
                        "Machine that the server runs on: the copy of a session is kept on another one, where there is one.",
                change = Setting.Change.LIVE)
        @Nullable
        String machine,

        @Setting(
                help =
                        "Replication group that the server belongs to: servers that may go down together. The copy of a session"
                                + " is kept in another group rather than in the same.",
                change = Setting.Change.LIVE)
        @Nullable
        String replicationGroup,

        @Setting(
                help = "Replication group whose servers are to keep the copies of this server's sessions, before all"
                        + " others.",
                change = Setting.Change.LIVE)
        @Nullable
        String preferredSecondaryGroup) {}
