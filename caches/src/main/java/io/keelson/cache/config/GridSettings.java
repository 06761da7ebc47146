package io.keelson.cache.config;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The caches as servers have them together, and as outsiders reach them.
 *
 * @param restEnabled whether the caches are served by REST
 * @param memcachedCache the cache that clients of memcached's protocol use; null: the only one
 * @param maxValueSize the largest value that outsiders may put
 * @param requestTimeout how long something may take
 * @param startTimeout how long a server that sees too few others waits before it begins alone
 */
@Section(
        value = "grid",
        help =
                "The caches as outsiders reach them. Hot Rod and memcached's protocol are served on channels whose protocols name"
                        + " hot-rod or memcached.")
public record GridSettings(
        @Setting(
                help = "Whether the caches are served by REST, at /rest/v2/caches on the channels of applications.",
                defaultValue = "false")
        boolean restEnabled,

        @Setting(
                help = "The cache that clients of memcached's protocol use; without it the domain's only one.",
                reference = "caches")
        @Nullable
        String memcachedCache,

        @Setting(
                help = "The largest value that a client may put by memcached's protocol, REST or Hot Rod.",
                defaultValue = "1MiB",
                min = "1KiB",
                max = "64MiB")
        DataSize maxValueSize,

        @Setting(help = "How long an operation on a cache may take.", defaultValue = "15s", min = "1s", max = "5m")
        Duration requestTimeout,

        @Setting(
                help =
                        "How long a server that starts and sees too few others for a cluster waits for them before it goes on alone.",
                defaultValue = "30s",
                min = "0s",
                max = "1h")
        Duration startTimeout) {}
