package io.keelson.base.work;

import java.util.Map;

/**
 * Definitions of a descriptor about work, by name. The reader of the descriptor gives a name of its own to what stands inline in a work
 * manager. A name in a {@link WorkManagerDefinition} is looked up here, then in the scopes around, then in the domain. Immutable.
 *
 * @param requestClasses how urgent work is
 * @param minThreadsConstraints how many threads work has in any case, from 1 to 1000
 * @param maxThreadsConstraints how many threads work has at most
 * @param capacities how much may be queued and running, from 1 to 1048575
 * @param workManagers the work managers; the one named {@code default} takes the place of the application's own
 */
public record WorkDefinitions(
        Map<String, RequestClassDefinition> requestClasses,
        Map<String, Integer> minThreadsConstraints,
        Map<String, ThreadLimit> maxThreadsConstraints,
        Map<String, Integer> capacities,
        Map<String, WorkManagerDefinition> workManagers) {
    /** Nothing. */
    public static final WorkDefinitions NONE = new WorkDefinitions(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    public WorkDefinitions {
        requestClasses = Map.copyOf(requestClasses);
        minThreadsConstraints = Map.copyOf(minThreadsConstraints);
        maxThreadsConstraints = Map.copyOf(maxThreadsConstraints);
        capacities = Map.copyOf(capacities);
        workManagers = Map.copyOf(workManagers);
        minThreadsConstraints.forEach((name, count) -> check("min-threads-constraint", name, count, 1_000));
        capacities.forEach((name, count) -> check("capacity", name, count, 1_048_575));
    }

    private static void check(String what, String name, int count, int most) {
        if (count < 1 || count > most) {
            throw new IllegalArgumentException(
                    "the " + what + " '" + name + "' is from 1 to " + most + ", not " + count);
        }
    }
}
