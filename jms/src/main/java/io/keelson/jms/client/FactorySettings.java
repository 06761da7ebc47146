package io.keelson.jms.client;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Settings that the connections of a factory share. Immutable.
 *
 * @param name of the factory, for messages
 * @param clientId that each connection gets; null: none
 * @param messagesMaximum how many messages a consumer has on their way at most; 1 switches the pipeline off; {@link #AUTO}, {@link #BYTES}
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
    /** Value of {@link #messagesMaximum}: the client finds out how many it takes. */
    public static final int AUTO = 0;

    /** Value of {@link #messagesMaximum}: messages are bounded by their bytes only. */
    public static final int BYTES = -1;

    private static final int MOST = 1_000_000;

    /** The settings of a factory that nobody has configured. */
    public static final FactorySettings STANDARD =
            new FactorySettings("DefaultJMSConnectionFactory", null, 10, false, false, false, 1, 10_000, 120_000);

    /** Returns the same with a client id; null: without one. */
    public FactorySettings withClientId(@Nullable String id) {
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
        if (messagesMaximum < BYTES) {
            throw new IllegalArgumentException("messages-maximum is auto, -1, or at least 1, not " + messagesMaximum);
        }
        if (oneWayWindow < 1) {
            throw new IllegalArgumentException("one-way-send-window-size is at least 1, not " + oneWayWindow);
        }
    }

    /** Returns true if the client finds out how many messages are to be on their way. */
    boolean auto() {
        return messagesMaximum == AUTO;
    }

    /** Returns how many messages may be on their way where that is not found out. */
    int window() {
        return messagesMaximum < 1 ? MOST : messagesMaximum;
    }

    /**
     * Returns the number that {@code messages-maximum} stands for.
     *
     * @param text {@code auto}, -1 or a number from 1 to 1,000,000
     * @throws IllegalArgumentException when it is something else
     */
    public static int parseMessagesMaximum(String text) {
        if (text.equals("auto")) {
            return AUTO;
        }
        if (!text.matches("-1|[1-9][0-9]{0,6}") || Integer.parseInt(text) > MOST) {
            throw new IllegalArgumentException("messages-maximum is auto, -1, or 1 to 1000000, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }
}
