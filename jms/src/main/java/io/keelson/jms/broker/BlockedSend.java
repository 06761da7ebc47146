package io.keelson.jms.broker;

import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.JmsFailure;
import java.util.List;
import java.util.function.Consumer;

/**
 * A send that waits for room.
 *
 * @param connection whose end ends the wait
 * @param messages to send
 * @param relieves true if it takes messages, too
 * @param oneWay true if nobody waits for it: it stays when its connection ends
 * @param deadline in milliseconds since the epoch
 * @param retry sends again, once there may be room
 * @param refuse tells the sender that there was none
 */
record BlockedSend(
        ServerConnection connection,
        List<MessageData> messages,
        boolean relieves,
        boolean oneWay,
        long deadline,
        Runnable retry,
        Consumer<JmsFailure> refuse) {
    /** Returns about how many bytes wait. */
    long bytes() {
        return messages.stream().mapToLong(MessageData::size).sum();
    }
}
