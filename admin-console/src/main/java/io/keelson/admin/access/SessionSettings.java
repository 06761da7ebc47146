package io.keelson.admin.access;

import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * Bounds on the time that logins to the console last.
 *
 * @param idleTimeout how long without a request
 * @param maximumAge how long at most
 */
public record SessionSettings(
        @Setting(
                help = "After how long without a request a login to the console ends.",
                defaultValue = "30m",
                min = "1m",
                max = "1d")
        Duration idleTimeout,

        @Setting(
                help = "After how long a login to the console ends in any case.",
                defaultValue = "12h",
                min = "1m",
                max = "7d")
        Duration maximumAge) {
    /** The defaults. */
    public static SessionSettings standard() {
        return new SessionSettings(Duration.ofMinutes(30), Duration.ofHours(12));
    }
}
