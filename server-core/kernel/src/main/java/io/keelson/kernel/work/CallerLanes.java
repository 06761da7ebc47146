package io.keelson.kernel.work;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a work manager whose request class is by context. Immutable.
 *
 * @param users the lanes of single users
 * @param groups the lanes of groups; the first that fits counts
 */
record CallerLanes(Map<String, Lane> users, List<OfGroup> groups) {
    /** The group that everybody is in. */
    private static final String EVERYONE = "everyone";

    /** The group that everybody is in who has logged in. */
    private static final String USERS = "users";

    CallerLanes {
        users = Map.copyOf(users);
        groups = List.copyOf(groups);
    }

    /** The lane of a group. */
    record OfGroup(String group, Lane lane) {}

    /** The lane of a caller; null when no case fits. */
    @Nullable
    Lane of(@Nullable String user, Set<String> memberOf) {
        Lane own = user == null ? null : users.get(user);
        if (own != null) {
            return own;
        }
        for (OfGroup of : groups) {
            if (memberOf.contains(of.group()) || hasEverybody(of.group(), user)) {
                return of.lane();
            }
        }
        return null;
    }

    private static boolean hasEverybody(String group, @Nullable String user) {
        return group.equals(EVERYONE) || (user != null && group.equals(USERS));
    }
}
