package io.keelson.deploy.internal;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * Limits of deployment. The applications themselves are not configuration: the server remembers what was deployed on it.
 *
 * @param archiveMaximumEntries see its help
 * @param archiveMaximumSize see its help
 * @param archiveMaximumRatio see its help
 * @param indexCacheMaximumSize see its help
 * @param javaxCacheMaximumSize see its help
 * @param autodeployInterval see its help
 * @param threadsGrace see its help
 * @param leakReportAfter see its help
 * @param describeResources see its help
 */
@Section(value = "deployment", help = "Limits of the deployment of applications.")
public record DeploymentSettings(
        @Setting(
                help = "How many files and directories an archive may have, with those of the archives in it.",
                defaultValue = "250000",
                min = "1")
        int archiveMaximumEntries,

        @Setting(
                help = "How large an archive may be when it is unpacked, with the archives in it.",
                defaultValue = "4GiB",
                min = "1KiB")
        DataSize archiveMaximumSize,

        @Setting(
                help = "How many times larger than packed an archive may be unpacked, beyond 16 MiB.",
                defaultValue = "100",
                min = "1")
        int archiveMaximumRatio,

        @Setting(help = "How large the cache of library indexes may grow on disk.", defaultValue = "64MiB")
        DataSize indexCacheMaximumSize,

        @Setting(
                help = "How large the cache of libraries that were converted to Jakarta EE may grow on disk.",
                defaultValue = "512MiB")
        DataSize javaxCacheMaximumSize,

        @Setting(
                help = "How often autodeploy/ is looked at, in development mode.",
                defaultValue = "1s",
                min = "50ms",
                max = "1h")
        Duration autodeployInterval,

        @Setting(
                help = "How long an undeployed application's own threads may take to end before they are logged.",
                defaultValue = "2s",
                min = "0s",
                max = "5m")
        Duration threadsGrace,

        @Setting(
                help =
                        "How long after its undeployment an application's classes may stay in memory before this is logged.",
                defaultValue = "5m",
                min = "1s",
                max = "1d")
        Duration leakReportAfter,

        @Setting(
                help =
                        "Whether applications with REST resources have an OpenAPI document at /openapi though they do not"
                                + " refer to MicroProfile.",
                defaultValue = "false")
        boolean describeResources) {}
