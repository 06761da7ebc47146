package io.keelson.cluster.lease;

import java.util.List;

/** Results of a decided command. */
public sealed interface LeaseResult {
    /** The name is the asker's, as the row says. */
    record Granted(LeaseRow row) implements LeaseResult {}

    /** The name is another's, or has another epoch than the asker thought. */
    record Refused(LeaseRow row) implements LeaseResult {}

    /** The table holds as many names as it may. */
    record Full(String name) implements LeaseResult {}

    /** These of the grants that were to be renewed are still the owner's; the others are not. */
    record Renewed(List<Stamp> stamps) implements LeaseResult {
        public Renewed {
            stamps = List.copyOf(stamps);
        }
    }

    /** The name is not the asker's, now or any more. */
    record Released(LeaseRow row) implements LeaseResult {}

    /** These names are free now. */
    record Expired(List<String> names) implements LeaseResult {
        public Expired {
            names = List.copyOf(names);
        }
    }
}
