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
 * @param deadline of the first attempt, in nanoseconds of the ticker; a further attempt does not move it
 * @param retry sends again, once there may be room; is given this
 * @param refuse tells the sender that there was none
 */
record BlockedSend(
        ServerConnection connection,
        List<MessageData> messages,
        boolean relieves,
        boolean oneWay,
        long deadline,
        Consumer<BlockedSend> retry,
        Consumer<JmsFailure> refuse) {
    /** Returns about how many bytes wait. */
    long bytes() {
        return messages.stream().mapToLong(MessageData::size).sum();
    }
}
