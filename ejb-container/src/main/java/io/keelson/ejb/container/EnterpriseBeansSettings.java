package io.keelson.ejb.container;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.ejb.timer.MissedRuns;
import java.time.Duration;

/**
 * Enterprise beans of the domain.
 *
 * @param maxBeansInFreePool see its help
 * @param longestWait see its help
 * @param statefulTimeout see its help
 * @param missedRuns see its help
 */
@Section(value = "enterprise-beans", help = "Enterprise beans.")
public record EnterpriseBeansSettings(
        @Setting(
                help = "How many instances a stateless bean has at most. Applications take it when they are deployed.",
                defaultValue = "1000",
                min = "1",
                change = Change.LIVE)
        int maxBeansInFreePool,

        @Setting(
                help = "How long a call waits for an instance of a stateless bean before it is refused.",
                defaultValue = "5s",
                min = "0s",
                max = "1h",
                change = Change.LIVE)
        Duration longestWait,

        @Setting(
                help = "How long a stateful bean may be idle before it is removed, where @StatefulTimeout does not"
                        + " say it.",
                defaultValue = "30m",
                min = "1s",
                max = "7d",
                change = Change.LIVE)
        Duration statefulTimeout,

        @Setting(
                help = "How often a persistent timer fires for the due times that it has missed while the server was"
                        + " away.",
                defaultValue = "once",
                change = Change.LIVE)
        MissedRuns missedRuns) {}
