package io.keelson.tx;

import jakarta.transaction.Status;
import java.util.List;

/** The names of {@link Status} as messages and records have them. */
final class StatusNames {
    private static final List<String> NAMES = List.of(
            "active",
            "marked-rollback",
            "prepared",
            "committed",
            "rolled-back",
            "unknown",
            "no-transaction",
            "preparing",
            "committing",
            "rolling-back");

    private StatusNames() {}

    static String of(int status) {
        return status >= Status.STATUS_ACTIVE && status < NAMES.size() ? NAMES.get(status) : "unknown";
    }
}
