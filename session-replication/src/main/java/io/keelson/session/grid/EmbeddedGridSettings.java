package io.keelson.session.grid;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * The grid that servers of a cluster have among themselves.
 *
 * @param owners how many servers have each session
 * @param requestTimeout how long something may take
 * @param startTimeout how long a server that sees too few others waits before it begins a grid
 */
@Section(
        value = "embedded-grid",
        help =
                "The grid that the servers of a cluster have among themselves, for applications whose persistent-store-type is"
                        + " cache in a domain without session-grids.")
public record EmbeddedGridSettings(
        @Setting(
                help = "How many servers have each session in memory; one fewer may be lost at once.",
                defaultValue = "2",
                min = "2",
                max = "10")
        int owners,

        @Setting(
                help =
                        "How long something may take; then the grid counts as away, and requests go on from memory. At least 5 s"
                                + " longer than the cluster's failure-timeout, whatever is said here.",
                defaultValue = "15s",
                min = "1s",
                max = "5m")
        Duration requestTimeout,

        @Setting(
                help =
                        "How long a server that starts and sees too few others for a cluster waits for them before it goes on alone.",
                defaultValue = "30s",
                min = "0s",
                max = "1h")
        Duration startTimeout) {}
