package io.keelson.jms.engine;

import java.util.List;

/**
 * Rules by which a queue treats its messages. Immutable.
 *
 * @param redeliveryLimit how often a message is delivered again at most; -1: without limit
 * @param redeliveryDelay after which a message that came back is delivered again, in milliseconds
 * @param keys by which messages are sorted, the first first; empty: by priority, then first in first out
 */
public record QueueRules(int redeliveryLimit, long redeliveryDelay, List<SortKey> keys) {
    /** The rules of a queue that nobody has configured. */
    public static final QueueRules STANDARD = new QueueRules(-1, 0, List.of());

    public QueueRules {
        keys = List.copyOf(keys);
    }
}
