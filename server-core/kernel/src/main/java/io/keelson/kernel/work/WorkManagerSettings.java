package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.work.ShutdownTrigger;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A work manager of the domain. The one named {@code default} also gives its limits to the work manager of every
 * application that names no other.
 */
@Section(value = "work-managers.*", help = "A named place where work is queued for the execute threads.")
public record WorkManagerSettings(
        @Setting(
                help = "The most work that may be queued and running; what comes beyond is refused (503).",
                defaultValue = "65536",
                min = "1",
                max = "1048575",
                change = Setting.Change.LIVE)
        int capacity,

        @Setting(
                help = "The share of execution time while all execute threads are busy, in proportion to the shares of"
                        + " the other work managers; 50 where nothing is given.",
                min = "1",
                max = "1000",
                change = Setting.Change.LIVE)
        @Nullable
        Integer fairShare,

        @Setting(
                help = "How long work should take from being accepted to its end, in proportion to the goals of the"
                        + " other work managers; instead of fair-share.",
                min = "1ms",
                max = "1d",
                change = Setting.Change.LIVE)
        @Nullable
        Duration responseTimeGoal,

        @Setting(
                help = "A request class of the domain; instead of fair-share.",
                reference = "request-classes",
                change = Setting.Change.LIVE)
        @Nullable
        String requestClass,

        @Setting(
                help = "The threads that its work has in any case, together with all that name the same constraint.",
                reference = "min-threads-constraints",
                change = Setting.Change.LIVE)
        @Nullable
        String minThreadsConstraint,

        @Setting(
                help = "The threads that its work has at most, together with all that name the same constraint.",
                reference = "max-threads-constraints",
                change = Setting.Change.LIVE)
        @Nullable
        String maxThreadsConstraint,

        @Setting(
                help = "What may be queued and running, together with all that name the same constraint; beside"
                        + " capacity.",
                reference = "capacity-constraints",
                change = Setting.Change.LIVE)
        @Nullable
        String capacityConstraint,

        @Setting(help = "When stuck threads suspend the work manager.", change = Setting.Change.LIVE)
        ShutdownTriggerSettings shutdownTrigger,

        @Setting(
                help = "Whether its threads are never called stuck, as for work that takes hours.",
                defaultValue = "false",
                change = Setting.Change.LIVE)
        boolean ignoreStuckThreads,

        @Setting(
                help = "Whether its work runs on virtual threads, which takes JDK 21 or newer. Counts for what is"
                        + " deployed after the change.",
                defaultValue = "false")
        boolean virtualThreads) {
    /** Settings of a work manager that the domain does not describe. */
    public static final WorkManagerSettings DEFAULTS = new WorkManagerSettings(65_536, 50);

    public WorkManagerSettings {
        if (Stream.of(fairShare, responseTimeGoal, requestClass)
                        .filter(Objects::nonNull)
                        .count()
                > 1) {
            throw new IllegalArgumentException(
                    "fair-share, response-time-goal and request-class exclude each other; keep one of them");
        }
        if (virtualThreads && !VirtualThreads.available()) {
            throw new IllegalArgumentException(VirtualThreads.missing());
        }
    }

    /** A capacity and a share, and no more. */
    public WorkManagerSettings(int capacity, int fairShare) {
        this(capacity, fairShare, null, null, null, null, null, ShutdownTriggerSettings.NEVER, false, false);
    }

    /**
     * Conditions under which stuck threads suspend a work manager.
     *
     * @param stuckThreadCount 0 never
     * @param maxStuckThreadTime 0s takes that of the server
     */
    public record ShutdownTriggerSettings(
            @Setting(
                    help = "At how many stuck threads no more work is taken; 0 never.",
                    defaultValue = "0",
                    min = "0",
                    max = "65534",
                    change = Setting.Change.LIVE)
            int stuckThreadCount,

            @Setting(
                    help = "After how long with one piece of work a thread counts as stuck here; 0s takes the server's"
                            + " stuck-thread-max-time.",
                    defaultValue = "0s",
                    min = "0s",
                    change = Setting.Change.LIVE)
            Duration maxStuckThreadTime,

            @Setting(
                    help = "Whether work is taken again when fewer threads are stuck.",
                    defaultValue = "true",
                    change = Setting.Change.LIVE)
            boolean resumeWhenUnstuck) {
        static final ShutdownTriggerSettings NEVER = new ShutdownTriggerSettings(0, Duration.ZERO, true);

        @Nullable
        ShutdownTrigger trigger() {
            return stuckThreadCount == 0
                    ? null
                    : new ShutdownTrigger(maxStuckThreadTime, stuckThreadCount, resumeWhenUnstuck);
        }
    }
}
