package io.keelson.base.work;

import org.jspecify.annotations.Nullable;

/**
 * A work manager as a descriptor declares it. What it is made of is named here and defined beside it in
 * {@link WorkDefinitions}, further out, or in the domain. Immutable.
 *
 * @param requestClass the name of a request class; null: a fair share of 50
 * @param minThreadsConstraint the name of a constraint; null: none
 * @param maxThreadsConstraint the name of a constraint; null: none
 * @param capacity the name of a capacity; null: that of the domain's {@code default}
 * @param shutdownTrigger null: stuck threads do not suspend it
 * @param ignoreStuckThreads whether its threads are never called stuck, as for work that takes hours
 * @param virtualThreads whether its work runs on virtual threads (JDK 21 or newer)
 */
public record WorkManagerDefinition(
        @Nullable String requestClass,
        @Nullable String minThreadsConstraint,
        @Nullable String maxThreadsConstraint,
        @Nullable String capacity,
        @Nullable ShutdownTrigger shutdownTrigger,
        boolean ignoreStuckThreads,
        boolean virtualThreads) {
    /** One that declares nothing. */
    public static final WorkManagerDefinition PLAIN =
            new WorkManagerDefinition(null, null, null, null, null, false, false);

    /** With a request class. */
    public WorkManagerDefinition withRequestClass(@Nullable String name) {
        return new WorkManagerDefinition(
                name,
                minThreadsConstraint,
                maxThreadsConstraint,
                capacity,
                shutdownTrigger,
                ignoreStuckThreads,
                virtualThreads);
    }

    /** With a max-threads constraint. */
    public WorkManagerDefinition withMaxThreadsConstraint(@Nullable String name) {
        return new WorkManagerDefinition(
                requestClass,
                minThreadsConstraint,
                name,
                capacity,
                shutdownTrigger,
                ignoreStuckThreads,
                virtualThreads);
    }

    /** With a min-threads constraint. */
    public WorkManagerDefinition withMinThreadsConstraint(@Nullable String name) {
        return new WorkManagerDefinition(
                requestClass,
                name,
                maxThreadsConstraint,
                capacity,
                shutdownTrigger,
                ignoreStuckThreads,
                virtualThreads);
    }

    /** With a capacity. */
    public WorkManagerDefinition withCapacity(@Nullable String name) {
        return new WorkManagerDefinition(
                requestClass,
                minThreadsConstraint,
                maxThreadsConstraint,
                name,
                shutdownTrigger,
                ignoreStuckThreads,
                virtualThreads);
    }
}
