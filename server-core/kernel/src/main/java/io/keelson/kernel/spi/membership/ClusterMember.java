package io.keelson.kernel.spi.membership;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * A server as a member of its cluster: one run of it. A server that was restarted is another member. Members are ordered by
 * server, then by run.
 *
 * @param server the name of the server in its domain
 * @param run 32 hexadecimal digits that no other run has
 */
public record ClusterMember(String server, String run) implements Comparable<ClusterMember> {
    private static final Pattern RUN = Pattern.compile("[0-9a-f]{32}");
    private static final Comparator<ClusterMember> ORDER =
            Comparator.comparing(ClusterMember::server).thenComparing(ClusterMember::run);

    public ClusterMember {
        if (server.isEmpty()) {
            throw new IllegalArgumentException("a member has the name of its server");
        }
        if (!RUN.matcher(run).matches()) {
            throw new IllegalArgumentException("not the run of a server: " + run);
        }
    }

    @Override
    public int compareTo(ClusterMember other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return server + '/' + run.substring(0, 8);
    }
}
