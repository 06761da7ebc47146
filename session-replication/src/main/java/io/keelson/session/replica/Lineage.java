package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lineage of a session: the server that began it, and those that went on with it without the one that was its primary
 * then. It tells what two that went on without each other have in common. A handover by the primary adds nothing:
 * nobody goes on beside it. Immutable.
 *
 * @param reigns the last ones, the oldest first
 */
public record Lineage(List<Reign> reigns) {
    /** Of a session that nobody has had. */
    public static final Lineage NONE = new Lineage(List.of());

    private static final int MOST = 16;

    public Lineage {
        reigns = List.copyOf(reigns);
    }

    /** Fact that a server became the primary with that epoch, beginning with what that version was. */
    public record Reign(long epoch, ClusterMember by, long from) {}

    /** This, and then one that goes on without the primary. */
    Lineage then(long epoch, ClusterMember by, long from) {
        List<Reign> more = new ArrayList<>(reigns.subList(Math.max(0, reigns.size() - MOST + 1), reigns.size()));
        more.add(new Reign(epoch, by, from));
        return new Lineage(more);
    }

    /**
     * The last version that this one and another one share; empty where they have no beginning in common that is remembered.
     */
    Optional<Long> common(long version, Lineage other, long itsVersion) {
        for (int i = reigns.size() - 1; i >= 0; i--) {
            int there = other.reigns.indexOf(reigns.get(i));
            if (there >= 0) {
                return Optional.of(Math.min(end(i, version), other.end(there, itsVersion)));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns whether another one that has gone another way has versions that are not in this one; not where no beginning in common is
     * remembered.
     */
    boolean lacks(long version, Lineage other, long itsVersion) {
        return common(version, other, itsVersion)
                        .filter(shared -> shared < itsVersion)
                        .isPresent()
                && !reigns.equals(other.reigns);
    }

    private long end(int reign, long version) {
        return reign + 1 < reigns.size() ? reigns.get(reign + 1).from() : version;
    }
}
