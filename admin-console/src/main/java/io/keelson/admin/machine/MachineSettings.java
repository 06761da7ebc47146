package io.keelson.admin.machine;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * The machines of a domain.
 *
 * @param certificateLife how long the certificate of a machine holds
 */
@Section(value = "machines", help = "The machines of a domain that has several.")
public record MachineSettings(
        @Setting(
                help =
                        "How long the certificate that the domain's authority gives to a machine holds. It is renewed when a third of that"
                                + " is left.",
                defaultValue = "90d",
                min = "1m",
                max = "3650d")
        Duration certificateLife) {}
