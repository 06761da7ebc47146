package io.keelson.balancer;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import org.jspecify.annotations.Nullable;

/**
 * A server that is a load balancer and nothing else.
 *
 * @param balancer what it does; null for a server of applications
 */
@Section("servers.*")
public record ServerBalancer(
        @Setting(
                help =
                        "With it the server is a load balancer in front of others, and serves no applications: keelson lb.")
        @Nullable
        BalancerSettings balancer) {}
