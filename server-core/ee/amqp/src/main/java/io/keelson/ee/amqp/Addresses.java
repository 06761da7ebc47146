package io.keelson.ee.amqp;

import io.keelson.jms.message.DestinationName;
import java.util.Arrays;
import java.util.List;
import org.apache.qpid.proton.amqp.Symbol;
import org.jspecify.annotations.Nullable;

/** Addresses of AMQP and names of destinations. */
final class Addresses {
    private static final String QUEUE = "queue://";
    private static final String TOPIC = "topic://";

    private Addresses() {}

    /** Returns true if a terminus has a capability. */
    static boolean has(Symbol @Nullable [] capabilities, String wanted) {
        return capabilities != null
                && Arrays.stream(capabilities).anyMatch(each -> each != null && wanted.equals(each.toString()));
    }

    static boolean saysTopic(Symbol @Nullable [] capabilities) {
        return has(capabilities, "topic") || has(capabilities, "temporary-topic");
    }

    private static boolean saysQueue(Symbol @Nullable [] capabilities) {
        return has(capabilities, "queue") || has(capabilities, "temporary-queue");
    }

    /** Returns the destinations that an address may mean, the likely one first. */
    static List<DestinationName> meant(String address, Symbol @Nullable [] capabilities) {
        if (address.startsWith(QUEUE)) {
            return List.of(DestinationName.queue(address.substring(QUEUE.length())));
        } else if (address.startsWith(TOPIC)) {
            return List.of(DestinationName.topic(address.substring(TOPIC.length())));
        } else if (saysTopic(capabilities)) {
            return List.of(DestinationName.topic(address));
        } else if (saysQueue(capabilities)) {
            return List.of(DestinationName.queue(address));
        }
        return List.of(DestinationName.queue(address), DestinationName.topic(address));
    }

    /** Returns the destination of a message's field, whose kind an annotation says: 0 queue, 1 topic, 2 and 3 temporary ones. */
    static DestinationName of(String address, @Nullable Object kind) {
        boolean topic = kind instanceof Number number && (number.intValue() & 1) == 1;
        return meant(address, new Symbol[] {Symbol.valueOf(topic ? "topic" : "queue")})
                .get(0);
    }

    /** Returns the kind as that annotation has it. */
    static byte kind(DestinationName name) {
        return (byte) ((name.topic() ? 1 : 0) + (name.temporary() ? 2 : 0));
    }
}
