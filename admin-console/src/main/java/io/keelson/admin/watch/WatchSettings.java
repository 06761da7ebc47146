package io.keelson.admin.watch;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.base.config.SettingException;
import java.time.Duration;
import java.util.List;

/**
 * A watch.
 *
 * @param when the condition
 * @param holdsFor how long it must hold
 * @param severity how much it matters
 * @param alarm when it may trigger again
 * @param alarmResetPeriod after how long, for {@code automatic-reset}
 * @param log whether the log is told
 * @param image whether a diagnostic image is written
 * @param webhooks who is told over HTTP
 * @param servers where it watches; empty: everywhere
 * @param enabled whether it watches
 */
@Section(value = "watches.*", help = "A condition that servers look for, and who hears of it.")
public record WatchSettings(
        @Setting(
                help =
                        "What is looked for: data-sources[name=orders].waiting > 5, process.heap-used-bytes / heap-maximum-bytes > 0.9,"
                                + " log severity >= ERROR, event revision.",
                required = true,
                change = Change.LIVE)
        String when,

        @Setting(
                help = "How long that must hold; not for conditions over the log or events.",
                defaultValue = "0s",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration holdsFor,

        @Setting(help = "How much it matters.", defaultValue = "warn", change = Change.LIVE)
        WatchSeverity severity,

        @Setting(
                help =
                        "When it triggers again: automatic-reset, after alarm-reset-period; manual-reset, when somebody has reset it;"
                                + " none, each time that the condition begins to hold.",
                defaultValue = "automatic-reset",
                change = Change.LIVE)
        AlarmType alarm,

        @Setting(
                help = "How long an alarm lasts that resets itself.",
                defaultValue = "60s",
                min = "1s",
                max = "30d",
                change = Change.LIVE)
        Duration alarmResetPeriod,

        @Setting(help = "Whether the server's log is told.", defaultValue = "true", change = Change.LIVE)
        boolean log,

        @Setting(
                help =
                        "Whether a diagnostic image is written to servers/NAME/diagnostics; the last five of a watch are kept.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean image,

        @Setting(help = "Who is told over HTTP.", reference = "webhooks", change = Change.LIVE)
        List<String> webhooks,

        @Setting(help = "The servers that watch; without any all servers.", reference = "servers", change = Change.LIVE)
        List<String> servers,

        @Setting(help = "Whether it watches.", defaultValue = "true", change = Change.LIVE)
        boolean enabled) {
    /** Rules for when a watch may trigger again. */
    public enum AlarmType {
        /** Each time that the condition begins to hold. */
        NONE,
        /** Reset by somebody, before which it does not trigger again. */
        MANUAL_RESET,
        /** After a period. */
        AUTOMATIC_RESET
    }

    /** Importance of a watch. */
    public enum WatchSeverity {
        /** Good to know. */
        INFO,
        /** Should be looked at. */
        WARN,
        /** Something fails. */
        ERROR
    }

    public WatchSettings {
        webhooks = List.copyOf(webhooks);
        servers = List.copyOf(servers);
        Condition condition;
        try {
            condition = Condition.parse(when);
        } catch (ConditionException e) {
            throw new SettingException("when", String.valueOf(e.getMessage()));
        }
        if (!holdsFor.isZero() && !(condition instanceof Condition.OfRuntime)) {
            throw new SettingException(
                    "holds-for", "a record of the log or an event is there and gone: leave holds-for out");
        }
    }

    /** The condition. */
    Condition condition() {
        try {
            return Condition.parse(when);
        } catch (ConditionException e) {
            throw new IllegalStateException("the constructor has read it", e);
        }
    }
}
