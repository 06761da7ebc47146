package io.keelson.tx;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.time.Duration;

/**
 * Transactions of the domain.
 *
 * @param timeout of a transaction for which nobody says another one
 * @param transactionRecovery who recovers the transactions of a server that is gone
 */
@Section(value = "transactions", help = "Transactions (Jakarta Transactions).")
public record TransactionSettings(
        @Setting(
                help =
                        "How long a transaction may take before it is rolled back, where neither a bean nor a call says it."
                                + " Those that run keep theirs.",
                defaultValue = "30s",
                min = "1s",
                max = "1d",
                change = Change.LIVE)
        Duration timeout,

        @Setting(
                help =
                        "Who recovers the transactions of a server of the cluster that is gone: another member that can reach its"
                                + " log (automatic), or that member when an operator asks for it (manual). The server itself"
                                + " recovers at its start in any case.",
                defaultValue = "automatic",
                change = Change.LIVE)
        MemberRecoveryMode transactionRecovery) {
    /** Mode in which the recovery for another server begins. */
    public enum MemberRecoveryMode {
        /** A member does as soon as the server is gone. */
        AUTOMATIC,
        /** An operator does. */
        MANUAL
    }
}
