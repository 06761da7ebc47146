package io.keelson.kernel.work;

import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.RequestClassDefinition.FairShare;
import io.keelson.base.work.ShutdownTrigger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits of a work manager, with the constraints that it shares with others.
 *
 * @param requestClass a share or a goal; of callers that fit no case where there are cases
 * @param cases the classes of callers; empty for a class that is not by context
 * @param capacity the most that may be queued and running
 * @param sharedCapacity what it and others together may have queued and running
 * @param minThreads the threads that it and others have in any case
 * @param maxThreads the threads that it and others have at most
 * @param shutdownTrigger when stuck threads suspend it
 * @param ignoreStuckThreads whether its threads are never called stuck
 * @param virtualThreads whether it runs on virtual threads; counts when the work manager is made
 */
record WorkLimits(
        RequestClassDefinition requestClass,
        List<Case> cases,
        int capacity,
        @Nullable SharedCapacity sharedCapacity,
        @Nullable MinThreads minThreads,
        @Nullable MaxThreads maxThreads,
        @Nullable ShutdownTrigger shutdownTrigger,
        boolean ignoreStuckThreads,
        boolean virtualThreads) {
    /**
     * The class of one user or group.
     *
     * @param name the name of the class
     */
    record Case(@Nullable String user, @Nullable String group, String name, RequestClassDefinition requestClass) {}

    WorkLimits {
        cases = List.copyOf(cases);
    }

    /** A capacity and a share, and no more. */
    static WorkLimits of(int capacity, int fairShare) {
        return new WorkLimits(new FairShare(fairShare), List.of(), capacity, null, null, null, null, false, false);
    }

    /** Returns whether there is a constraint that each piece must remember. */
    boolean bound() {
        return sharedCapacity != null || minThreads != null || maxThreads != null;
    }
}
