package io.keelson.component.work;

import io.keelson.component.descriptor.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@code work-manager} of {@code weblogic.xml} or {@code weblogic-application.xml}: one that belongs to the application. Immutable;
 * null is "not declared", and so is -1, as the schema has it, where a number stands.
 *
 * <p>Specification: weblogic.xml, work-manager.
 *
 * @param name unique in the application
 * @param requestClass how it is served while threads are scarce
 * @param minThreads {@code min-threads-constraint}
 * @param maxThreads {@code max-threads-constraint}
 * @param capacity {@code capacity}: the most that may be queued and running
 * @param shutdownTrigger {@code work-manager-shutdown-trigger}
 * @param ignoreStuckThreads {@code ignore-stuck-threads}
 */
public record WorkManagerDescriptor(
        String name,
        @Nullable RequestClass requestClass,
        @Nullable Limit minThreads,
        @Nullable Limit maxThreads,
        @Nullable Limit capacity,
        @Nullable ShutdownTrigger shutdownTrigger,
        boolean ignoreStuckThreads,
        Location location) {
    /** Returns which of them a message of the kernel names. */
    public static Optional<WorkManagerDescriptor> named(List<WorkManagerDescriptor> among, String message) {
        return among.stream()
                .filter(one -> message.contains("'" + one.name + "'"))
                .findFirst();
    }

    /** {@code fair-share-request-class}, {@code response-time-request-class}, {@code context-request-class} or a name. */
    public sealed interface RequestClass {
        /** The name by which others refer to it, or to which this refers; null where it has none. */
        @Nullable
        String name();

        /** Returns where it stands. */
        Location location();
    }

    /**
     * A share of the execution time.
     *
     * @param share 1 to 1000
     */
    public record FairShare(@Nullable String name, int share, Location location) implements RequestClass {}

    /** A goal for the time from arrival to answer. */
    public record ResponseTime(@Nullable String name, Duration goal, Location location) implements RequestClass {}

    /** A class for each kind of caller. */
    public record Context(@Nullable String name, List<Case> cases, Location location) implements RequestClass {}

    /** {@code request-class-name}: one that is defined elsewhere. */
    public record NamedClass(String name, Location location) implements RequestClass {}

    /**
     * {@code context-case}.
     *
     * @param user name of a user; null where {@code group} says it
     * @param group name of a group; null where {@code user} says it
     * @param requestClass name of the request class
     */
    public record Case(@Nullable String user, @Nullable String group, String requestClass, Location location) {}

    /** A number of threads or of pieces of work, or where to find it. */
    public sealed interface Limit {
        /** Returns where it stands. */
        Location location();
    }

    /**
     * {@code count}.
     *
     * @param name those that share it refer to it by this; null where it has none
     */
    public record Count(@Nullable String name, int count, Location location) implements Limit {}

    /**
     * {@code pool-name}: as many as the data source has connections.
     *
     * @param name those that share it refer to it by this; null where it has none
     */
    public record PoolSize(@Nullable String name, String pool, Location location) implements Limit {}

    /** {@code min-threads-constraint-name} and its like: one that is defined elsewhere. */
    public record NamedLimit(String name, Location location) implements Limit {}

    /**
     * {@code work-manager-shutdown-trigger}: suspends the work manager while so many of its threads are stuck.
     *
     * @param after when a thread counts as stuck; null: as everywhere in the server
     * @param threads at least 1
     * @param resume {@code resume-when-unstuck}: whether it goes on by itself; true where not declared
     */
    public record ShutdownTrigger(@Nullable Duration after, int threads, boolean resume, Location location) {}
}
