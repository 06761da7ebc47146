package io.keelson.session.replica;

import org.jspecify.annotations.Nullable;

/**
 * Location of a server, and the place where it wants the copies of its sessions. Immutable.
 *
 * @param machine the machine that it runs on; null: not known
 * @param group its replication group; null: none
 * @param preferred the group whose servers are to have its copies; null: none
 */
public record Place(
        @Nullable String machine,
        @Nullable String group,
        @Nullable String preferred) {
    /** Of a server of which nothing is said. */
    public static final Place ANYWHERE = new Place(null, null, null);

    /** Returns how well a copy is placed there: the preferred group counts most, then another machine, then another group. */
    int fitness(Place copy) {
        boolean wanted = preferred != null && preferred.equals(copy.group);
        return (wanted ? 4 : 0) + (apart(machine, copy.machine) ? 2 : 0) + (apart(group, copy.group) ? 1 : 0);
    }

    private static boolean apart(@Nullable String one, @Nullable String other) {
        return one != null && other != null && !one.equals(other);
    }
}
