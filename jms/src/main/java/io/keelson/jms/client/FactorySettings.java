package io.keelson.jms.client;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of a factory have in common. Immutable.
 *
 * @param name of the factory, for messages
 * @param clientId that each connection gets; null: none
 * @param messagesMaximum how many messages a consumer has on their way at most; 1 switches the pipeline off
 * @param prefetch true if synchronous consumers have a pipeline, too
 * @param oneWayQueues true if non-persistent messages to queues are sent without waiting
 * @param oneWayTopics true if non-persistent messages to topics are sent without waiting
 * @param oneWayWindow after how many one-way sends the next one waits
 * @param sendTimeout for how many milliseconds a quota may keep a sender waiting
 * @param reconnectTimeout for how many milliseconds a connection that was lost is tried again; 0:  not at all
 * @param flowMaximum messages a second of a producer whose destination has passed its threshold; 0: producers are not slowed down
 * @param flowMinimum to how many that is lowered
 * @param flowInterval in how many milliseconds
 * @param flowSteps in how many steps
 */
public record FactorySettings(
        String name,
        @Nullable String clientId,
        int messagesMaximum,
        boolean prefetch,
        boolean oneWayQueues,
        boolean oneWayTopics,
        int oneWayWindow,
        long sendTimeout,
        long reconnectTimeout,
        int flowMaximum,
        int flowMinimum,
        long flowInterval,
        int flowSteps)
        implements Serializable {
    /** The settings of a factory that nobody has configured. */
    public static final FactorySettings STANDARD =
            new FactorySettings("DefaultJMSConnectionFactory", null, 10, false, false, false, 1, 10_000, 120_000);

    /** Returns the same with a client id. */
    FactorySettings withClientId(String id) {
        return new FactorySettings(
                name,
                id,
                messagesMaximum,
                prefetch,
                oneWayQueues,
                oneWayTopics,
                oneWayWindow,
                sendTimeout,
                reconnectTimeout,
                flowMaximum,
                flowMinimum,
                flowInterval,
                flowSteps);
    }

    /** Returns the same with another flow control. */
    public FactorySettings withFlow(int maximum, int minimum, long interval, int steps) {
        return new FactorySettings(
                name,
                clientId,
                messagesMaximum,
                prefetch,
                oneWayQueues,
                oneWayTopics,
                oneWayWindow,
                sendTimeout,
                reconnectTimeout,
                maximum,
                minimum,
                interval,
                steps);
    }

    /** Settings with the usual flow control. */
    public FactorySettings(
            String name,
            @Nullable String clientId,
            int messagesMaximum,
            boolean prefetch,
            boolean oneWayQueues,
            boolean oneWayTopics,
            int oneWayWindow,
            long sendTimeout,
            long reconnectTimeout) {
        this(
                name,
                clientId,
                messagesMaximum,
                prefetch,
                oneWayQueues,
                oneWayTopics,
                oneWayWindow,
                sendTimeout,
                reconnectTimeout,
                500,
                50,
                60_000,
                10);
    }

    public FactorySettings {
        if (messagesMaximum < 1) {
            throw new IllegalArgumentException("messages-maximum is at least 1, not " + messagesMaximum);
        }
        if (oneWayWindow < 1) {
            throw new IllegalArgumentException("one-way-send-window-size is at least 1, not " + oneWayWindow);
        }
    }
}
