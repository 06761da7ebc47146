package io.keelson.session.replica;

import io.keelson.kernel.spi.ClusterMember;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * What a server knows of the others at a moment: an opinion. Immutable.
 *
 * @param self this server
 * @param members the servers that may have sessions and are in the view, this one included
 * @param leaving those of them that are about to leave in good order
 * @param expected the names of all servers of the cluster, of those too that are not in the view
 * @param sureAtNanos from when on the ticker's time is late enough to believe that who is not in the view is not there: a server that has
 *     been paused has been taken out of the others' view, and its own is old
 */
public record Surroundings(
        ClusterMember self,
        List<ClusterMember> members,
        Set<ClusterMember> leaving,
        Set<String> expected,
        long sureAtNanos) {
    public Surroundings {
        members = List.copyOf(members);
        leaving = Set.copyOf(leaving);
        expected = Set.copyOf(expected);
    }

    boolean sees(ClusterMember member) {
        return members.contains(member);
    }

    boolean seesServer(String server) {
        return members.stream().anyMatch(member -> member.server().equals(server));
    }

    boolean sure(long now) {
        return now - sureAtNanos >= 0;
    }

    /** All but this server. */
    public List<ClusterMember> others() {
        return members.stream().filter(member -> !member.equals(self)).toList();
    }

    /** The server that is to have the copy of a session: spread evenly, the same for the same view. */
    Optional<ClusterMember> secondaryFor(String session) {
        ClusterMember best = null;
        long most = -1;
        for (ClusterMember member : members) {
            if (!member.equals(self) && !leaving.contains(member)) {
                CRC32 hash = new CRC32();
                (session + member.server()).chars().forEach(hash::update);
                if (hash.getValue() > most) {
                    most = hash.getValue();
                    best = member;
                }
            }
        }
        return Optional.ofNullable(best);
    }
}
