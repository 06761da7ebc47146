package io.keelson.base.work;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Urgency of the work of a work manager while there are too few threads for all. Immutable. */
public sealed interface RequestClassDefinition {
    /**
     * A part of the execution time.
     *
     * @param share from 1 to 1000, in proportion to the shares of the others
     */
    record FairShare(int share) implements RequestClassDefinition {
        /** The share of what declares none. */
        public static final FairShare STANDARD = new FairShare(50);

        public FairShare {
            if (share < 1 || share > 1000) {
                throw new IllegalArgumentException("a fair share is from 1 to 1000, not " + share);
            }
        }
    }

    /**
     * Goal for the average time of work from being accepted to its end. Goals are kept in proportion to each other: work whose goal is ten
     * times as long waits ten times as long.
     *
     * @param goal from one millisecond to one day
     */
    record ResponseTimeGoal(Duration goal) implements RequestClassDefinition {
        public ResponseTimeGoal {
            if (goal.compareTo(Duration.ofMillis(1)) < 0 || goal.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("a response time goal is from 1 ms to 1 day, not " + goal);
            }
        }
    }

    /**
     * A class by who calls. The case of the user goes before those of groups; of those the first that fits counts. Who fits
     * none has a fair share of 50.
     */
    record ByContext(List<Case> cases) implements RequestClassDefinition {
        public ByContext {
            cases = List.copyOf(cases);
        }
    }

    /**
     * The class of one user or one group: exactly one of the two is given.
     *
     * @param user the name of the user
     * @param group the name of the group
     * @param requestClass the name of a request class that is not itself by context
     */
    record Case(@Nullable String user, @Nullable String group, String requestClass) {
        public Case {
            if ((user == null) == (group == null)) {
                throw new IllegalArgumentException("a case of a request class names either a user or a group");
            }
        }
    }
}
