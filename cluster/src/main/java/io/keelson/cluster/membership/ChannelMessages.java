package io.keelson.cluster.membership;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Messages of other rooms on the cluster's channel: a byte with the length of the subject, the subject, the message. What cannot be read,
 * or is of a subject that nobody receives, is dropped: a member may run another version. Thread-safe.
 */
public final class ChannelMessages implements ClusterMessages {
    /** Messages of rooms that do not know the cluster. */
    static final Topic ROOMS = new Topic(11, "rooms");

    private static final int LONGEST_SUBJECT = 100;

    private final Group group;
    private final ClusterView view;
    private final Map<String, Receiver> receivers = new ConcurrentHashMap<>();

    /** Opens it on the channel of a membership. */
    public ChannelMessages(Group group, ClusterView view) {
        this.group = group;
        this.view = view;
        group.receive(ROOMS, this::delivered);
    }

    @Override
    public void tell(String subject, byte[] message) {
        byte[] name = subject.getBytes(StandardCharsets.UTF_8);
        if (name.length > LONGEST_SUBJECT || message.length > LONGEST) {
            throw new IllegalArgumentException("a message of " + message.length + " bytes on '" + subject
                    + "': a subject has at most " + LONGEST_SUBJECT + " bytes, a message " + LONGEST);
        }
        byte[] payload = ByteBuffer.allocate(1 + name.length + message.length)
                .put((byte) name.length)
                .put(name)
                .put(message)
                .array();
        for (ClusterMember each : view.current().members()) {
            if (!each.equals(group.self())) {
                group.send(each, ROOMS, payload);
            }
        }
    }

    @Override
    public void receive(String subject, Receiver receiver) {
        receivers.put(subject, receiver);
    }

    private void delivered(ClusterMember from, byte[] payload) {
        int length = payload.length == 0 ? -1 : payload[0];
        if (length < 0 || payload.length < 1 + length) {
            return;
        }
        Receiver receiver = receivers.get(new String(payload, 1, length, StandardCharsets.UTF_8));
        if (receiver != null) {
            byte[] message = new byte[payload.length - 1 - length];
            System.arraycopy(payload, 1 + length, message, 0, message.length);
            receiver.received(from, message);
        }
    }
}
