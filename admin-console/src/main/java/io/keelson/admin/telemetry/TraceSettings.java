package io.keelson.admin.telemetry;

import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.time.Duration;

/**
 * Traces: whether requests are followed, and how many.
 *
 * @param enabled whether they are
 * @param samplingRatio how many of the traces that begin here are recorded, from 0 to 1
 * @param interval how long a span waits for others to be sent with at most
 * @param queueLength how many spans may wait to be sent
 */
public record TraceSettings(
        @Setting(
                help = "Whether requests are followed, and what becomes of them is sent to the collector as spans.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean enabled,

        @Setting(
                help = "How many of the traces that begin at this domain are recorded, from 0, none, to 1, all. "
                        + "Where a request says that it belongs"
                        + " to a trace, who began that has decided.",
                defaultValue = "1",
                min = "0",
                max = "1",
                change = Change.LIVE)
        double samplingRatio,

        @Setting(
                help = "How long a span waits at most for others that it is sent with.",
                defaultValue = "5s",
                min = "100ms",
                max = "1m",
                change = Change.LIVE)
        Duration interval,

        @Setting(
                help = "How many spans may wait to be sent, each about a kilobyte; more are dropped, and counted "
                        + "(keelson runtime telemetry).",
                defaultValue = "8192",
                min = "512",
                max = "1048576",
                change = Change.LIVE)
        int queueLength) {
    /** Nobody follows requests. */
    public static final TraceSettings OFF = new TraceSettings(false, 1, Duration.ofSeconds(5), 8192);
}
