package io.keelson.net.config;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * Settings for the time in which a server takes leave of its load balancers.
 *
 * @param drainPeriod how long applications are still served after the server has said that it is not ready any more
 */
@Section(value = "servers.*")
public record ServerDrain(
        @Setting(
                help = "How long applications are still served when the server is being suspended and says so at"
                        + " /management/v1/health/ready, so that load balancers notice first. Not waited where nobody has"
                        + " asked there within the last five seconds.",
                defaultValue = "3s",
                max = "10m")
        Duration drainPeriod) {}
