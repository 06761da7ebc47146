package io.keelson.jms;

import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.jms.saf.SafRules;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A destination of a remote domain that is imported under a local name.
 *
 * @param remoteDestination its name in the remote domain; null: the local one
 * @param topic true if it is a topic there
 * @param jndiNames names of the local queue in the server tree; empty: jms/ and the local name
 * @param timeToLive how long a message may wait; zero: as long as it says itself
 * @param errorHandling what becomes of messages that have waited longer
 * @param errorDestination the queue for them; null: none
 */
public record JmsSafDestination(
        @Setting(
                help = "Name of the destination in the remote domain; without it the local name.",
                change = Change.LIVE)
        @Nullable
        String remoteDestination,

        @Setting(
                help = "True if it is a topic there. Here it is a queue for senders in any case.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean topic,

        @Setting(
                help = "Names of the local queue in the server tree; without any jms/ and its name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(
                help = "How long a message may wait for the remote domain; 0s: as long as it says itself.",
                defaultValue = "0s",
                min = "0s",
                max = "365d",
                change = Change.LIVE)
        Duration timeToLive,

        @Setting(
                help = "What becomes of a message that has waited longer, when the remote domain is there again:"
                        + " discard, log, or redirect to error-destination.",
                defaultValue = "log",
                change = Change.LIVE)
        SafRules.Late errorHandling,

        @Setting(
                help = "The queue of jms-queues to which such messages go.",
                reference = "jms-queues",
                change = Change.LIVE)
        @Nullable
        String errorDestination) {
    public JmsSafDestination {
        jndiNames = List.copyOf(jndiNames);
        DestinationForm.check(jndiNames, List.of());
    }
}
