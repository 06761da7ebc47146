package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Knowledge of a server about the others at a moment: an opinion. Immutable.
 *
 * @param self this server
 * @param members the servers that may have sessions and are in the view, this one included
 * @param leaving those of them that are about to leave in good order
 * @param rules what the domain says, of the servers too that are not in the view
 * @param silent those in the view that do not answer what this server tells them of sessions, for longer than a failure takes to be
 *     noticed: their copies are not kept up, so that other servers get some
 * @param sureAtNanos from when on the ticker's time is late enough to believe that who is not in the view is not there: a server that has
 *     been paused has been taken out of the others' view, and its own is old
 */
public record ClusterSnapshot(
        ClusterMember self,
        List<ClusterMember> members,
        Set<ClusterMember> leaving,
        Set<ClusterMember> silent,
        Rules rules,
        long sureAtNanos) {
    public ClusterSnapshot {
        members = List.copyOf(members);
        leaving = Set.copyOf(leaving);
        silent = Set.copyOf(silent);
    }

    /** ClusterSnapshot in which all answer. */
    public ClusterSnapshot(
            ClusterMember self,
            List<ClusterMember> members,
            Set<ClusterMember> leaving,
            Rules rules,
            long sureAtNanos) {
        this(self, members, leaving, Set.of(), rules, sureAtNanos);
    }

    /** The same, with others that do not answer. */
    public ClusterSnapshot withSilent(Set<ClusterMember> others) {
        return new ClusterSnapshot(self, members, leaving, others, rules, sureAtNanos);
    }

    /** The names of all servers of the cluster, of those too that are not in the view. */
    public Set<String> expected() {
        return rules.servers().keySet();
    }

    boolean sees(ClusterMember member) {
        return members.contains(member);
    }

    boolean seesServer(String server) {
        return members.stream().anyMatch(member -> member.server().equals(server));
    }

    /** Returns whether this server trusts its view, so that who is not in it may be taken for gone. */
    public boolean sure(long now) {
        return now - sureAtNanos >= 0;
    }

    /** All but this server. */
    public List<ClusterMember> others() {
        return members.stream().filter(member -> !member.equals(self)).toList();
    }

    /** The server that is to have the copy of a session: well placed, spread evenly, the same for the same view. */
    Optional<ClusterMember> secondaryFor(String session) {
        ClusterMember best = null;
        int fitness = -1;
        long most = -1;
        for (ClusterMember member : members) {
            if (!member.equals(self) && !leaving.contains(member) && !silent.contains(member)) {
                int fits = fitness(member);
                long hash = hash(session, member.server());
                if (fits > fitness || fits == fitness && hash > most) {
                    fitness = fits;
                    most = hash;
                    best = member;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static long hash(String session, String server) {
        CRC32 hash = new CRC32();
        hash.update(session.getBytes(StandardCharsets.UTF_8));
        hash.update(server.getBytes(StandardCharsets.UTF_8));
        return hash.getValue();
    }

    private int fitness(ClusterMember copy) {
        return rules.of(self.server()).fitness(rules.of(copy.server()));
    }

    /**
     * Returns true if another server, or none, should have the copies that one has: it leaves, or does not answer. A
     * better place alone is no reason: while the copy moves, two servers would have one.
     */
    boolean shouldMove(ClusterMember copy, String session) {
        return silent.contains(copy)
                || leaving.contains(copy) && secondaryFor(session).isPresent();
    }
}
