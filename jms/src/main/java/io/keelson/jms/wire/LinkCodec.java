package io.keelson.jms.wire;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageCodec;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Request.RequestId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of requests, replies and deliveries in bytes, version 1. What is cut off, too long for its frame or makes no sense is an
 * IllegalArgumentException: no length is believed before the bytes are there.
 */
public final class LinkCodec {
    private static final int SMALLEST_MESSAGE = 40;

    private LinkCodec() {}

    // ---- requests --------------------------------------------------------------------------------------------------

    /** Appends a request. */
    public static void write(Request request, ByteWriter out) {
        if (request instanceof Request.Send send) {
            out.put(1).putLong(send.timeout()).putLong(send.session());
            write(send.id(), out);
            write(send.messages(), out);
        } else if (request instanceof Request.Acknowledge acknowledge) {
            out.put(2);
            write(acknowledge.tags(), out);
        } else if (request instanceof Request.Credit credit) {
            out.put(3).putLong(credit.consumer()).putInt(credit.more());
        } else if (request instanceof Request.Revoke revoke) {
            out.put(4).putLong(revoke.consumer());
        } else if (request instanceof Request.Commit commit) {
            out.put(5).putLong(commit.timeout()).putLong(commit.session());
            write(commit.id(), out);
            write(commit.acknowledged(), out);
            write(commit.sends(), out);
        } else if (request instanceof Request.Return back) {
            out.put(6).putBoolean(back.seen());
            write(back.tags(), out);
        } else if (request instanceof Request.Prepare prepare) {
            out.put(7).putLong(prepare.timeout()).putLong(prepare.session());
            write(prepare.branch(), out);
            write(prepare.acknowledged(), out);
            write(prepare.sends(), out);
        } else if (request instanceof Request.Decide decide) {
            out.put(8).putBoolean(decide.commit());
            write(decide.branch(), out);
        } else if (request instanceof Request.Consume consume) {
            out.put(9).putLong(consume.consumer());
            write(consume.destination(), out);
            out.putText(consume.selector())
                    .putBoolean(consume.noLocal())
                    .putText(consume.origin())
                    .putText(consume.subscription().name())
                    .putBoolean(consume.subscription().durable())
                    .putBoolean(consume.subscription().shared())
                    .putLong(consume.session());
        } else if (request instanceof Request.EndConsumer end) {
            out.put(10).putLong(end.consumer());
            write(end.unseen(), out);
        } else {
            writeRare(request, out);
        }
    }

    private static void writeRare(Request request, ByteWriter out) {
        if (request instanceof Request.InDoubt) {
            out.put(11);
        } else if (request instanceof Request.Check check) {
            out.put(12);
            write(check.destination(), out);
        } else if (request instanceof Request.Identify identify) {
            out.put(13).putText(identify.clientId());
        } else if (request instanceof Request.Browse browse) {
            out.put(14);
            write(browse.destination(), out);
            out.putText(browse.selector()).putLong(browse.after());
        } else if (request instanceof Request.MakeTemporary make) {
            out.put(15).putBoolean(make.topic()).putText(make.name());
        } else if (request instanceof Request.DropTemporary drop) {
            out.put(16);
            write(drop.destination(), out);
        } else if (request instanceof Request.Unsubscribe unsubscribe) {
            out.put(17).putText(unsubscribe.subscription());
        } else if (request instanceof Request.Forget forget) {
            out.put(18).putText(forget.origin());
        } else if (request instanceof Request.Forward forward) {
            out.put(19);
            write(forward.id(), out);
            write(forward.message(), out);
        } else if (request instanceof Request.Demand demand) {
            out.put(20);
            write(demand.queue(), out);
        } else if (request instanceof Request.EndSession end) {
            out.put(21).putLong(end.session());
        } else {
            throw new IllegalArgumentException("no such request: " + request.getClass());
        }
    }

    /** Reads a request. */
    public static Request readRequest(ByteReader in) {
        int kind = in.get();
        switch (kind) {
            case 1 -> {
                long timeout = in.getLong();
                long session = in.getLong();
                RequestId id = id(in);
                return new Request.Send(messages(in), timeout, id, session);
            }
            case 2 -> {
                return new Request.Acknowledge(longs(in));
            }
            case 3 -> {
                return new Request.Credit(in.getLong(), positive(in.getInt()));
            }
            case 4 -> {
                return new Request.Revoke(in.getLong());
            }
            case 5 -> {
                long timeout = in.getLong();
                long session = in.getLong();
                RequestId id = id(in);
                long[] tags = longs(in);
                return new Request.Commit(messages(in), tags, timeout, id, session);
            }
            case 6 -> {
                boolean seen = in.getBoolean();
                return new Request.Return(longs(in), seen);
            }
            case 7 -> {
                long timeout = in.getLong();
                long session = in.getLong();
                BranchId branch = branch(in);
                long[] tags = longs(in);
                return new Request.Prepare(branch, messages(in), tags, timeout, session);
            }
            case 8 -> {
                boolean commit = in.getBoolean();
                return new Request.Decide(branch(in), commit);
            }
            case 9 -> {
                return consume(in);
            }
            case 10 -> {
                long consumer = in.getLong();
                return new Request.EndConsumer(consumer, longs(in));
            }
            default -> {
                return readRare(kind, in);
            }
        }
    }

    private static Request readRare(int kind, ByteReader in) {
        switch (kind) {
            case 11 -> {
                return new Request.InDoubt();
            }
            case 12 -> {
                return new Request.Check(destination(in));
            }
            case 13 -> {
                return new Request.Identify(in.getName());
            }
            case 14 -> {
                DestinationName destination = destination(in);
                return new Request.Browse(destination, in.getText(), in.getLong());
            }
            case 15 -> {
                boolean topic = in.getBoolean();
                return new Request.MakeTemporary(topic, in.getText());
            }
            case 16 -> {
                return new Request.DropTemporary(destination(in));
            }
            case 17 -> {
                return new Request.Unsubscribe(in.getName());
            }
            case 18 -> {
                return new Request.Forget(in.getName());
            }
            case 19 -> {
                RequestId id = id(in);
                if (id == null) {
                    throw new IllegalArgumentException("a message is forwarded without a number");
                }
                return new Request.Forward(delivery(in), id);
            }
            case 20 -> {
                return new Request.Demand(destination(in));
            }
            case 21 -> {
                return new Request.EndSession(in.getLong());
            }
            default -> throw new IllegalArgumentException("no request has the number " + kind);
        }
    }

    private static Request.Consume consume(ByteReader in) {
        long consumer = in.getLong();
        DestinationName destination = destination(in);
        String selector = in.getText();
        boolean noLocal = in.getBoolean();
        String origin = in.getName();
        String name = in.getText();
        boolean durable = in.getBoolean();
        boolean shared = in.getBoolean();
        return new Request.Consume(
                consumer,
                destination,
                selector,
                noLocal,
                origin,
                new Request.Subscription(name, durable, shared),
                in.getLong());
    }

    // ---- replies ---------------------------------------------------------------------------------------------------

    /** Appends a reply. */
    public static void write(Reply reply, ByteWriter out) {
        if (reply instanceof Reply.Done) {
            out.put(1);
        } else if (reply instanceof Reply.Messages messages) {
            out.put(2);
            writeDeliveries(messages.messages(), out);
        } else if (reply instanceof Reply.Named named) {
            out.put(3).putText(named.name());
        } else if (reply instanceof Reply.Branches branches) {
            out.put(4).putInt(branches.branches().size());
            branches.branches().forEach(each -> write(each, out));
        } else if (reply instanceof Reply.Number number) {
            out.put(5).putLong(number.number());
        }
    }

    /** Reads a reply. */
    public static Reply readReply(ByteReader in) {
        int kind = in.get();
        switch (kind) {
            case 1 -> {
                return Reply.Done.DONE;
            }
            case 2 -> {
                return new Reply.Messages(readDeliveries(in));
            }
            case 3 -> {
                return new Reply.Named(in.getName());
            }
            case 4 -> {
                List<BranchId> branches = new ArrayList<>();
                for (int left = count(in, 12); left > 0; left--) {
                    branches.add(branch(in));
                }
                return new Reply.Branches(branches);
            }
            case 5 -> {
                return new Reply.Number(in.getLong());
            }
            default -> throw new IllegalArgumentException("no reply has the number " + kind);
        }
    }

    /** Appends why something failed. */
    public static void write(JmsFailure failure, ByteWriter out) {
        out.putText(failure.code().name()).putText(failure.getMessage());
    }

    /** Reads why something failed. */
    public static JmsFailure readFailure(ByteReader in) {
        String code = in.getName();
        String text = in.getName();
        try {
            return new JmsFailure(JmsFailure.Code.valueOf(code), text);
        } catch (IllegalArgumentException e) {
            return new JmsFailure(JmsFailure.Code.ILLEGAL_STATE, code + ": " + text); // of a newer server
        }
    }

    // ---- deliveries ------------------------------------------------------------------------------------------------

    /** Appends deliveries. */
    public static void writeDeliveries(List<Delivery> deliveries, ByteWriter out) {
        out.putInt(deliveries.size());
        for (Delivery each : deliveries) {
            write(each, out);
        }
    }

    /** Appends one delivery. */
    public static void write(Delivery delivery, ByteWriter out) {
        out.putLong(delivery.tag()).putInt(delivery.deliveries()).putBoolean(delivery.redelivered());
        MessageCodec.write(delivery.message(), out);
    }

    /** Reads deliveries. */
    public static List<Delivery> readDeliveries(ByteReader in) {
        int count = count(in, SMALLEST_MESSAGE);
        List<Delivery> deliveries = new ArrayList<>(count);
        for (int left = count; left > 0; left--) {
            deliveries.add(delivery(in));
        }
        return deliveries;
    }

    private static Delivery delivery(ByteReader in) {
        long tag = in.getLong();
        int times = in.getInt();
        boolean again = in.getBoolean();
        return new Delivery(tag, MessageCodec.read(in), times, again);
    }

    // ---- pieces ----------------------------------------------------------------------------------------------------

    private static int positive(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("a number of messages is at least 1, not " + number);
        }
        return number;
    }

    /** Reads how many things follow, each of so many bytes at least. */
    private static int count(ByteReader in, int smallest) {
        int count = in.getInt();
        if (count < 0 || (long) count * smallest > in.left()) {
            throw new IllegalArgumentException("a list of " + count + " where " + in.left() + " bytes are left");
        }
        return count;
    }

    private static void write(long[] numbers, ByteWriter out) {
        out.putInt(numbers.length);
        for (long each : numbers) {
            out.putLong(each);
        }
    }

    private static long[] longs(ByteReader in) {
        long[] numbers = new long[count(in, Long.BYTES)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.getLong();
        }
        return numbers;
    }

    private static void write(List<MessageData> messages, ByteWriter out) {
        out.putInt(messages.size());
        messages.forEach(each -> MessageCodec.write(each, out));
    }

    private static List<MessageData> messages(ByteReader in) {
        int count = count(in, SMALLEST_MESSAGE);
        List<MessageData> messages = new ArrayList<>(count);
        for (int left = count; left > 0; left--) {
            messages.add(MessageCodec.read(in));
        }
        return messages;
    }

    private static void write(DestinationName name, ByteWriter out) {
        out.putBoolean(name.topic()).putText(name.name());
    }

    private static DestinationName destination(ByteReader in) {
        boolean topic = in.getBoolean();
        return new DestinationName(topic, in.getName());
    }

    private static void write(BranchId id, ByteWriter out) {
        out.putInt(id.format()).putBytes(id.global()).putBytes(id.qualifier());
    }

    private static BranchId branch(ByteReader in) {
        int format = in.getInt();
        byte[] global = in.getBytes();
        byte[] qualifier = in.getBytes();
        if (global == null || qualifier == null) {
            throw new IllegalArgumentException("a branch without an id");
        }
        return new BranchId(format, global, qualifier);
    }

    private static void write(@Nullable RequestId id, ByteWriter out) {
        out.putText(id == null ? null : id.origin());
        if (id != null) {
            out.putLong(id.number()).putLong(id.unanswered());
        }
    }

    private static @Nullable RequestId id(ByteReader in) {
        String origin = in.getText();
        if (origin == null) {
            return null;
        }
        long number = in.getLong();
        return new RequestId(origin, number, in.getLong());
    }
}
