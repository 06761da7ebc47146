package io.keelson.jms;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.SettingException;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.engine.SortKey;
import io.keelson.jms.message.DestinationName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings of a destination: the names at which it is bound, and its rules. Immutable. */
record DestinationForm(List<String> jndiNames, DestinationRules rules) {
    static void check(List<String> jndiNames, List<String> keys) {
        for (String each : jndiNames) {
            if (each.isBlank() || each.contains(":")) {
                throw new SettingException(
                        "jndi-names",
                        "'" + each + "' is no name of the server tree; write it without a scheme, as jms/orders");
            }
        }
        for (String each : keys) {
            try {
                SortKey unused = SortKey.parse(each);
            } catch (IllegalArgumentException e) {
                throw new SettingException("destination-keys", String.valueOf(e.getMessage()));
            }
        }
    }

    static DestinationRules rules(
            long messagesMaximum,
            @Nullable DataSize bytesMaximum,
            BlockingSendPolicy policy,
            @Nullable DataSize maxMessageSize,
            int redeliveryLimit,
            Duration redeliveryDelay,
            DestinationRules.Expired expired,
            @Nullable String errorDestination,
            DestinationRules.Thresholds thresholds,
            List<String> keys) {
        return new DestinationRules(
                new QueueRules(
                        redeliveryLimit,
                        redeliveryDelay.toMillis(),
                        keys.stream().map(SortKey::parse).toList()),
                messagesMaximum,
                bytesMaximum == null ? -1 : bytesMaximum.bytes(),
                policy == BlockingSendPolicy.PREEMPTIVE,
                maxMessageSize == null ? -1 : maxMessageSize.bytes(),
                expired,
                errorDestination == null ? null : DestinationName.queue(errorDestination),
                thresholds);
    }

    /** Returns thresholds of which the low ones are half of the high ones where they are not given. */
    static DestinationRules.Thresholds thresholds(
            long messagesHigh, long messagesLow, @Nullable DataSize bytesHigh, @Nullable DataSize bytesLow) {
        long bytes = bytesHigh == null ? -1 : bytesHigh.bytes();
        long lowBytes = bytesLow == null ? -1 : bytesLow.bytes();
        return new DestinationRules.Thresholds(
                messagesHigh,
                low("messages-threshold-low", messagesHigh, messagesLow),
                bytes,
                low("bytes-threshold-low", bytes, lowBytes));
    }

    private static long low(String setting, long high, long low) {
        if (low >= 0 && (high < 0 || low > high)) {
            throw new SettingException(
                    setting, low + " is more than the high threshold, or that is missing; make it less");
        }
        return high < 0 ? -1 : low < 0 ? high / 2 : low;
    }
}
