package io.keelson.ee.stomp;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.protocol.JmsRequests;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A subscription of a client: a consumer of the JMS server with a window of messages that are not acknowledged. Confined to the event
 * loop.
 */
final class Subscription implements JmsRequests.Consumer {
    /** A way to acknowledge. */
    enum Ack {
        /** By being sent. */
        AUTO,
        /** A message, and those that were sent before it. */
        CLIENT,
        /** Each message by itself. */
        INDIVIDUAL;

        static Ack of(Frame subscribe) throws FrameException {
            String asked = subscribe.header("ack");
            return switch (asked == null ? "auto" : asked) {
                case "auto" -> AUTO;
                case "client" -> CLIENT;
                case "client-individual" -> INDIVIDUAL;
                default ->
                    throw new FrameException(
                            "the header 'ack' is to be auto, client or client-individual", subscribe.receipt());
            };
        }
    }

    private record Sent(long tag, String messageId) {}

    private final StompConnection connection;
    private final long number;
    private final @Nullable String id;
    private final String destination;
    private final Ack ack;
    private final int window;
    private final @Nullable String durable;
    private final ArrayDeque<Delivery> waiting = new ArrayDeque<>();

    /** By their place in this subscription, in order: sent and not acknowledged. */
    private final Map<Long, Sent> unacknowledged = new LinkedHashMap<>();

    /** The place of the last message that was sent. */
    private long last;

    /** The number of messages that the JMS server may still deliver. */
    private int granted;

    /** Written and not on their way yet, or without a reply to their acknowledgement. */
    private int leaving;

    private @Nullable Runnable whenLeft;
    private boolean open;

    /**
     * Makes a subscription that has no credit yet.
     *
     * @param id as the client names it; null: it does not
     * @param destination as the client names it
     * @param durable the name under which it is kept; null: it is not
     */
    Subscription(
            StompConnection connection,
            long number,
            @Nullable String id,
            String destination,
            Ack ack,
            int window,
            @Nullable String durable) {
        this.connection = connection;
        this.number = number;
        this.id = id;
        this.destination = destination;
        this.ack = ack;
        this.window = window;
        this.durable = durable;
    }

    long number() {
        return number;
    }

    @Nullable
    String durable() {
        return durable;
    }

    /** Returns the request that makes its consumer. */
    Request.Consume request(DestinationName of, Frame subscribe, @Nullable String name, String origin) {
        boolean shared = of.topic() && subscribe.says("shared");
        boolean noLocal = subscribe.says("no-local") || subscribe.says("activemq.noLocal");
        return new Request.Consume(
                number,
                of,
                subscribe.header("selector"),
                noLocal,
                origin,
                new Request.Subscription(of.topic() ? name : null, of.topic() && durable != null, shared));
    }

    /** The JMS server has it: messages may come. */
    void opened() {
        open = true;
        grant();
    }

    /** Asks for as many messages as the window has room for, when half of it is free. */
    private void grant() {
        int held = granted + waiting.size() + unacknowledged.size() + leaving;
        if (open && !connection.isEnding() && held <= window / 2) {
            granted += window - held;
            var unused = connection.requests().request(new Request.Credit(number, window - held));
        }
    }

    @Override
    public void delivered(List<Delivery> batch) {
        granted = Math.max(0, granted - batch.size());
        waiting.addAll(batch);
        proceed();
    }

    @Override
    public void renewed() {
        waiting.clear();
        grant();
    }

    /** Sends what the client takes now. */
    void proceed() {
        List<Long> tags = new ArrayList<>();
        while (!waiting.isEmpty() && open && !connection.isEnding() && connection.isWritable()) {
            Delivery next = waiting.remove();
            long place = ++last;
            if (ack == Ack.AUTO) {
                tags.add(next.tag());
            } else {
                unacknowledged.put(place, new Sent(next.tag(), next.message().id()));
            }
            connection.write("MESSAGE", headers(next, place), Messages.body(next.message()));
        }
        if (!tags.isEmpty()) {
            leaving += tags.size();
            connection.afterWrites(() -> sent(tags));
        }
        grant();
    }

    private Map<String, String> headers(Delivery delivery, long place) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("destination", destination);
        if (id != null) {
            headers.put("subscription", id);
        }
        if (ack != Ack.AUTO) {
            headers.put("ack", number + "-" + place);
        }
        Messages.headers(delivery).forEach(headers::putIfAbsent);
        return headers;
    }

    /** Messages that need no acknowledgement of the client are on their way to it. */
    private void sent(List<Long> tags) {
        long[] all = tags.stream().mapToLong(Long::longValue).toArray();
        connection.requests().then(connection.requests().request(new Request.Acknowledge(all)), (reply, error) -> {
            leaving -= all.length;
            grant();
            Runnable next = whenLeft;
            if (leaving == 0 && next != null) {
                whenLeft = null;
                next.run();
            }
        });
    }

    // ---- what the client says --------------------------------------------------------------------------------------

    /**
     * Takes what an ACK or NACK is about out of what is not acknowledged.
     *
     * @param place of the message
     * @return the tags; empty: they were acknowledged with a later one; null: there is no such message
     */
    long @Nullable [] take(long place) {
        if (place < 1 || place > last || ack == Ack.AUTO) {
            return null;
        }
        if (ack == Ack.INDIVIDUAL) {
            Sent one = unacknowledged.remove(place);
            return one == null ? null : new long[] {one.tag()};
        }
        List<Long> tags = new ArrayList<>();
        for (Iterator<Map.Entry<Long, Sent>> each = unacknowledged.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Long, Sent> next = each.next();
            if (next.getKey() > place) {
                break;
            }
            tags.add(next.getValue().tag());
            each.remove();
        }
        return tags.stream().mapToLong(Long::longValue).toArray();
    }

    /** Returns the place of a message by its id, as versions before 1.2 name it; 0: there is none. */
    long placeOf(String messageId) {
        for (Map.Entry<Long, Sent> each : unacknowledged.entrySet()) {
            if (each.getValue().messageId().equals(messageId)) {
                return each.getKey();
            }
        }
        return 0;
    }

    /** Goes on after an acknowledgement. */
    void acknowledged() {
        grant();
    }

    /** Takes the messages that were not sent. */
    long[] unseen() {
        long[] tags = waiting.stream().mapToLong(Delivery::tag).toArray();
        waiting.clear();
        return tags;
    }

    /** Takes the messages that were sent and are not acknowledged. */
    long[] seen() {
        long[] tags = unacknowledged.values().stream().mapToLong(Sent::tag).toArray();
        unacknowledged.clear();
        return tags;
    }

    /** Ends it: nothing is sent any more. */
    void end() {
        open = false;
    }

    /** Runs something when the acknowledgements of what was sent have their replies. */
    void whenLeft(Runnable what) {
        if (leaving == 0) {
            what.run();
        } else {
            whenLeft = what;
        }
    }
}
