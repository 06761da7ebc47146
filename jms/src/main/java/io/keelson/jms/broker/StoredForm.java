package io.keelson.jms.broker;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.MessageCodec;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.BranchId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Content of the records of the store. The first byte is the kind. */
sealed interface StoredForm {
    /** A message of one node. */
    record Message(String node, MessageData message) implements StoredForm {}

    /** A message of several nodes; each has a {@link Reference}. */
    record Shared(MessageData message) implements StoredForm {}

    /** A message of one of several nodes. */
    record Reference(long shared, String node) implements StoredForm {}

    /** A durable subscription. */
    record Subscribed(
            String key,
            String topic,
            @Nullable String clientId,
            String name,
            boolean shared,
            String selector,
            boolean noLocal)
            implements StoredForm {}

    /** Number of times that a message was delivered. */
    record Attempts(long message, int count) implements StoredForm {}

    /** Messages that were delivered equally often before the server ended in good order, by their records, the smallest first. */
    record Delivered(int count, long[] messages) implements StoredForm {}

    /** A branch; the messages that it has taken, by their records. */
    record Branch(BranchId id, List<MessageData> sends, List<Long> taken) implements StoredForm {}

    /** The requests of an origin that were done lately. */
    record Requests(String origin, long[] numbers) implements StoredForm {}

    /** Numbers below this may have been given already. */
    record Numbers(long below) implements StoredForm {}

    /** The server has ended in good order. */
    record Clean() implements StoredForm {}

    /** Returns it as bytes. */
    default byte[] bytes() {
        ByteWriter out = new ByteWriter(256);
        if (this instanceof Message message) {
            out.put('M').putText(message.node());
            MessageCodec.write(message.message(), out);
        } else if (this instanceof Shared message) {
            out.put('B');
            MessageCodec.write(message.message(), out);
        } else if (this instanceof Reference reference) {
            out.put('R').putLong(reference.shared()).putText(reference.node());
        } else if (this instanceof Subscribed subscribed) {
            out.put('S')
                    .putText(subscribed.key())
                    .putText(subscribed.topic())
                    .putText(subscribed.clientId())
                    .putText(subscribed.name())
                    .putBoolean(subscribed.shared())
                    .putText(subscribed.selector())
                    .putBoolean(subscribed.noLocal());
        } else if (this instanceof Attempts attempts) {
            out.put('A').putLong(attempts.message()).putInt(attempts.count());
        } else if (this instanceof Delivered delivered) {
            out.put('D').putInt(delivered.count()).putInt(delivered.messages().length);
            long before = 0;
            for (long each : delivered.messages()) {
                out.putSmall(each - before);
                before = each;
            }
        } else if (this instanceof Branch branch) {
            out.put('P')
                    .putInt(branch.id().format())
                    .putBytes(branch.id().global())
                    .putBytes(branch.id().qualifier());
            out.putInt(branch.sends().size());
            branch.sends().forEach(each -> MessageCodec.write(each, out));
            out.putInt(branch.taken().size());
            branch.taken().forEach(out::putLong);
        } else if (this instanceof Requests requests) {
            out.put('W').putText(requests.origin()).putInt(requests.numbers().length);
            for (long each : requests.numbers()) {
                out.putLong(each);
            }
        } else if (this instanceof Numbers numbers) {
            out.put('N').putLong(numbers.below());
        } else {
            out.put('C');
        }
        return out.toBytes();
    }

    /**
     * Reads a record.
     *
     * @throws IllegalArgumentException when it is none
     */
    static StoredForm read(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        int kind = in.get();
        return switch (kind) {
            case 'M' -> new Message(in.getName(), MessageCodec.read(in));
            case 'B' -> new Shared(MessageCodec.read(in));
            case 'R' -> new Reference(in.getLong(), in.getName());
            case 'S' ->
                new Subscribed(
                        in.getName(),
                        in.getName(),
                        in.getText(),
                        in.getName(),
                        in.getBoolean(),
                        in.getName(),
                        in.getBoolean());
            case 'A' -> new Attempts(in.getLong(), in.getInt());
            case 'D' -> new Delivered(in.getInt(), ascending(in));
            case 'P' -> branch(in);
            case 'W' -> requests(in);
            case 'N' -> new Numbers(in.getLong());
            case 'C' -> new Clean();
            default -> throw new IllegalArgumentException("no kind of record has the number " + kind);
        };
    }

    private static Requests requests(ByteReader in) {
        String origin = in.getName();
        int count = in.getInt();
        if (count < 0 || count > in.left() / Long.BYTES) {
            throw new IllegalArgumentException("a list of " + count + " numbers in " + in.left() + " bytes");
        }
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = in.getLong();
        }
        return new Requests(origin, numbers);
    }

    private static long[] ascending(ByteReader in) {
        int count = in.getInt();
        if (count < 0 || count > in.left()) {
            throw new IllegalArgumentException("a list of " + count + " numbers in " + in.left() + " bytes");
        }
        long[] numbers = new long[count];
        long before = 0;
        for (int i = 0; i < count; i++) {
            before += in.getSmall();
            numbers[i] = before;
        }
        return numbers;
    }

    private static Branch branch(ByteReader in) {
        int format = in.getInt();
        byte[] global = in.getBytes();
        byte[] qualifier = in.getBytes();
        if (global == null || qualifier == null) {
            throw new IllegalArgumentException("a branch without an id");
        }
        List<MessageData> sends = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            sends.add(MessageCodec.read(in));
        }
        List<Long> taken = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            taken.add(in.getLong());
        }
        return new Branch(new BranchId(format, global, qualifier), sends, taken);
    }
}
