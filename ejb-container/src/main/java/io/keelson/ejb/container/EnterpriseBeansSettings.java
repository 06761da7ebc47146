package io.keelson.ejb.container;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.ejb.timer.MissedRuns;
import io.keelson.ejb.timer.TimerPlace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Enterprise beans of the domain.
 *
 * @param maxBeansInFreePool see its help
 * @param longestWait see its help
 * @param statefulTimeout see its help
 * @param maxBeansInCache see its help
 * @param statefulIdleTimeout see its help
 * @param missedRuns see its help
 * @param timerStore see its help
 * @param timerDataSource see its help
 * @param clusterTimers see its help
 * @param clusterTimerInfo see its help
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
                help =
                        "How many instances of a stateful bean may be in memory without a call; others go to disk. 0: any"
                                + " number. weblogic-ejb-jar.xml can say it for a bean.",
                defaultValue = "1000",
                min = "0",
                change = Change.LIVE)
        int maxBeansInCache,

        @Setting(
                help = "How long a stateful bean may be idle before it goes to disk. 0: as long as there is room."
                        + " weblogic-ejb-jar.xml can say it for a bean.",
                defaultValue = "10m",
                min = "0s",
                max = "7d",
                change = Change.LIVE)
        Duration statefulIdleTimeout,

        @Setting(
                help = "How often a persistent timer fires for the due times that it has missed while the server was"
                        + " away.",
                defaultValue = "once",
                change = Change.LIVE)
        MissedRuns missedRuns,

        @Setting(
                help =
                        "The place of persistent timers: 'file' is a directory of each server, which fires its own timers;"
                                + " 'cluster' is the log that the voters of a cluster keep, so that one server at a time fires the"
                                + " timers of an application; 'jdbc' is a database, which the members of a cluster share. "
                                + "'automatic' is 'cluster' where the server takes part in a cluster"
                                + " whose leases are decided by consensus, else 'file'. Applications take it when they are deployed.",
                defaultValue = "automatic",
                change = Change.LIVE)
        TimerPlace timerStore,

        @Setting(
                help =
                        "The data source of persistent timers with 'timer-store: jdbc'. The server makes the tables"
                                + " keelson_timers and keelson_timer_tables there. Applications take it when they are deployed.",
                change = Change.LIVE)
        @Nullable
        String timerDataSource,

        @Setting(
                help = "How many persistent timers a cluster keeps for all applications, with 'timer-store: cluster'.",
                defaultValue = "10000",
                min = "1",
                max = "100000",
                change = Change.LIVE)
        int clusterTimers,

        @Setting(
                help =
                        "How much info, in its serialised form, a persistent timer may have with 'timer-store: cluster'.",
                defaultValue = "4KiB",
                min = "0",
                max = "32KiB",
                change = Change.LIVE)
        DataSize clusterTimerInfo) {}
