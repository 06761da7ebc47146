package io.keelson.component.batch;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * Jobs of Jakarta Batch whose server has gone. Immutable. See docs/design/batch.md.
 *
 * @param takeoverAfter how long the lease of an execution may stand still before another server takes it over
 * @param automaticRestarts how many executions an instance may have beside its first, for a takeover to restart it; 0: never
 */
@Section(value = "batch", help = "Jobs of Jakarta Batch whose server has gone.")
public record BatchSettings(
        @Setting(
                help = "How long the lease of an execution may stand still before another server takes it over. It is"
                        + " renewed six times in that time.",
                defaultValue = "30s",
                min = "3s",
                max = "1h")
        Duration takeoverAfter,

        @Setting(
                help = "How often an instance may have been restarted, by hand or by servers, for a takeover to restart"
                        + " it again, from its last checkpoint; 0: a takeover restarts nothing.",
                defaultValue = "0",
                min = "0",
                max = "1000")
        int automaticRestarts) {}
