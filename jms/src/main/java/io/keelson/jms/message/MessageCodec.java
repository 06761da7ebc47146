package io.keelson.jms.message;

/** The form of a message in bytes, version 1, as stores and connections have it. */
public final class MessageCodec {
    private static final int VERSION = 1;
    private static final int PERSISTENT = 1;
    private static final int REPLY_TO = 2;
    private static final int REPLY_TOPIC = 4;
    private static final int TOPIC = 8;

    private MessageCodec() {}

    /** Appends a message. */
    public static void write(MessageData message, ByteWriter out) {
        DestinationName reply = message.replyTo();
        out.put(VERSION)
                .put((message.persistent() ? PERSISTENT : 0)
                        | (reply == null ? 0 : REPLY_TO)
                        | (reply != null && reply.topic() ? REPLY_TOPIC : 0)
                        | (message.destination().topic() ? TOPIC : 0))
                .put(message.kind().ordinal())
                .put(message.priority())
                .putText(message.id())
                .putText(message.destination().name())
                .putLong(message.timestamp())
                .putLong(message.expiration())
                .putLong(message.deliveryTime())
                .putText(message.correlationId())
                .putText(message.type())
                .putText(message.origin());
        if (reply != null) {
            out.putText(reply.name());
        }
        out.putMap(message.properties()).putBytes(message.body());
    }

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException when it is none of this version, or cut off
     */
    public static MessageData read(ByteReader in) {
        int version = in.get();
        if (version != VERSION) {
            throw new IllegalArgumentException("a message of version " + version + "; this server reads " + VERSION);
        }
        int flags = in.get();
        BodyKind kind = BodyKind.of(in.get());
        int priority = in.get();
        String id = in.getName();
        DestinationName destination = new DestinationName((flags & TOPIC) != 0, in.getName());
        long timestamp = in.getLong();
        long expiration = in.getLong();
        long deliveryTime = in.getLong();
        String correlationId = in.getText();
        String type = in.getText();
        String origin = in.getName();
        DestinationName reply =
                (flags & REPLY_TO) == 0 ? null : new DestinationName((flags & REPLY_TOPIC) != 0, in.getName());
        return new MessageData(
                id,
                destination,
                timestamp,
                priority,
                (flags & PERSISTENT) != 0,
                expiration,
                deliveryTime,
                correlationId,
                reply,
                type,
                in.getProperties(),
                kind,
                in.getBytes(),
                origin);
    }
}
