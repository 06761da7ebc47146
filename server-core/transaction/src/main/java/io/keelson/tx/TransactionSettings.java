package io.keelson.tx;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.time.Duration;

/**
 * Transactions of the domain.
 *
 * @param timeout of a transaction for which nobody says another one
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
        Duration timeout) {}
