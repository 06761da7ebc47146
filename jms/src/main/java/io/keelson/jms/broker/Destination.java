package io.keelson.jms.broker;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue or a topic with its quota and figures. Guarded by the server's lock. */
final class Destination {
    final DestinationName name;

    /** The node of a queue, or of each subscription to a topic. */
    final Set<Node> nodes = new LinkedHashSet<>();

    /** Sends that wait for room, in order. */
    final ArrayDeque<BlockedSend> blocked = new ArrayDeque<>();

    DestinationRules rules;

    /** False where the store has messages of a destination that nobody configures any more. */
    boolean configured;

    /** The connection that a temporary one belongs to. */
    @Nullable
    ServerConnection owner;

    boolean productionPaused;

    /** True while it is above its thresholds. */
    boolean above;

    /** Messages that are on their way into the store. */
    long reservedMessages;

    long reservedBytes;
    long received;
    long delivered;
    long acknowledged;
    final HourlyCount receivedLastHour = new HourlyCount();
    final HourlyCount acknowledgedLastHour = new HourlyCount();
    long expired;
    long exhausted;
    long returned;

    Destination(DestinationName name, DestinationRules rules) {
        this.name = name;
        this.rules = rules;
    }

    /** Counts a message that has come. */
    void received(long now) {
        received++;
        receivedLastHour.add(now);
    }

    /** Counts a message that was acknowledged. */
    void acknowledged(long now) {
        acknowledged++;
        acknowledgedLastHour.add(now);
    }

    /** The node of a queue. */
    Node node() {
        return nodes.iterator().next();
    }

    /** Messages that count for the quota: of a topic those of its longest subscription. */
    long messages() {
        long most = 0;
        for (Node each : nodes) {
            most = Math.max(most, each.queue.messages());
        }
        return most + reservedMessages;
    }

    long bytes() {
        long most = 0;
        for (Node each : nodes) {
            most = Math.max(most, each.queue.bytes());
        }
        return most + reservedBytes;
    }

    boolean hasRoom(MessageData message) {
        long messages = messages();
        return (rules.messagesMaximum() < 0 || messages < rules.messagesMaximum())
                && (rules.bytesMaximum() < 0 || bytes() + message.size() <= rules.bytesMaximum());
    }
}
