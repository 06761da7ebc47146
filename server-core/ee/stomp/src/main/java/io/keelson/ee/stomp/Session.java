package io.keelson.ee.stomp;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.protocol.JmsRequests;
import io.keelson.jms.protocol.OpenTransactions;
import io.keelson.jms.protocol.StompSettings;
import io.keelson.jms.protocol.Transaction;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Does what the frames of a client say that is logged in: sends, subscriptions, acknowledgements and transactions. A frame that needs a
 * reply before the next one may be handled makes it busy. Confined to the event loop.
 */
final class Session {
    private static final byte[] NOTHING = {};
    private static final int MOST_SUBSCRIPTIONS = 1000;
    private static final int MOST_TEMPORARIES = 256;

    /** The number of names whose kind is remembered. */
    private static final int MOST_NAMES = 1000;

    private static final int LARGEST_WINDOW = 10_000;

    private final StompConnection connection;
    private final StompSettings settings;
    private final OpenTransactions<String> transactions;

    /** By the client's id; where it gives none, by the destination. */
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();

    private final Map<Long, Subscription> byNumber = new HashMap<>();

    /** By the client's name. */
    private final Map<String, DestinationName> temporaries = new HashMap<>();

    /** By names that do not say their kind. */
    private final Map<String, DestinationName> known = new HashMap<>();

    private boolean busy;
    private @Nullable Frame disconnect;

    /** The client has everything that was written when it disconnected, and that is acknowledged. */
    private boolean left;

    Session(StompConnection connection, StompSettings settings) {
        this.connection = connection;
        this.settings = settings;
        this.transactions = new OpenTransactions<>(settings.maxTransactionSize().bytes());
    }

    private JmsRequests<Subscription> requests() {
        return connection.requests();
    }

    /** Returns true if the next frame has to wait. */
    boolean isBusy() {
        return busy;
    }

    void handle(Frame frame) throws FrameException {
        switch (frame.command()) {
            case CONNECT, STOMP -> throw new FrameException("the connection is open already", frame.receipt());
            case SEND -> send(frame);
            case SUBSCRIBE -> subscribe(frame);
            case UNSUBSCRIBE -> unsubscribe(frame);
            case ACK -> acknowledge(frame, true);
            case NACK -> acknowledge(frame, false);
            case BEGIN -> begin(frame);
            case COMMIT -> commit(frame);
            case ABORT -> abort(frame);
            case DISCONNECT -> disconnect(frame);
        }
    }

    /** Tells the client that a frame is done, where it asked for that. */
    private void done(Frame frame) {
        String receipt = frame.receipt();
        if (receipt != null) {
            connection.write("RECEIPT", Map.of("receipt-id", receipt), NOTHING);
        }
    }

    /** Makes a request, and ends the connection where it fails. */
    private void ask(Request request, Frame frame, Consumer<Reply> then) {
        requests().then(requests().request(request), (reply, error) -> {
            if (reply == null) {
                connection.fail(error == null ? new IllegalStateException("no reply") : error, frame.receipt());
            } else {
                then.accept(reply);
            }
        });
    }

    /** Makes a request, for which the next frames wait. */
    private void askFirst(Request request, Frame frame, Consumer<Reply> then) {
        busy = true;
        ask(request, frame, reply -> {
            busy = false;
            then.accept(reply);
        });
    }

    // ---- destinations ----------------------------------------------------------------------------------------------

    /** Something that is done with a destination. */
    private interface With {
        void run(@Nullable DestinationName destination) throws FrameException;
    }

    private void guarded(With what, @Nullable DestinationName destination, Frame frame) {
        try {
            what.run(destination);
        } catch (FrameException e) {
            connection.fail(String.valueOf(e.getMessage()), frame.receipt());
        }
    }

    /** Finds the destination of a text, at once where the text says the kind. Temporary ones are made. */
    private void find(@Nullable String text, Frame frame, With then) throws FrameException {
        if (text == null) {
            then.run(null);
        } else if (DestinationNames.isTemporary(text)) {
            temporary(text, frame, then);
        } else {
            List<DestinationName> meant = meant(text, frame);
            DestinationName before = known.get(text);
            if (meant.size() == 1 || before != null) {
                then.run(before == null ? meant.get(0) : before);
                return;
            }
            busy = true;
            requests().find(meant, (found, error) -> {
                busy = false;
                if (found == null) {
                    connection.fail(error == null ? new IllegalStateException("no reply") : error, frame.receipt());
                    return;
                }
                if (known.size() >= MOST_NAMES) {
                    known.clear();
                }
                known.put(text, found);
                guarded(then, found, frame);
            });
        }
    }

    private static List<DestinationName> meant(String text, Frame frame) throws FrameException {
        try {
            return DestinationNames.meant(text);
        } catch (FrameException e) {
            throw new FrameException(String.valueOf(e.getMessage()), frame.receipt());
        }
    }

    private void temporary(String text, Frame frame, With then) throws FrameException {
        DestinationName before = temporaries.get(text);
        if (before != null) {
            then.run(before);
            return;
        }
        if (temporaries.size() >= MOST_TEMPORARIES) {
            throw new FrameException(
                    "the connection has more than " + MOST_TEMPORARIES + " temporary destinations", frame.receipt());
        }
        boolean topic = DestinationNames.isTemporaryTopic(text);
        askFirst(new Request.MakeTemporary(topic), frame, reply -> {
            if (reply instanceof Reply.Named named) {
                DestinationName made = new DestinationName(topic, named.name());
                temporaries.put(text, made);
                guarded(then, made, frame);
            }
        });
    }

    // ---- sends -----------------------------------------------------------------------------------------------------

    private void send(Frame frame) throws FrameException {
        find(
                frame.needed("destination"),
                frame,
                destination -> find(frame.header("reply-to"), frame, replyTo -> send(frame, destination, replyTo)));
    }

    private void send(Frame frame, @Nullable DestinationName destination, @Nullable DestinationName replyTo)
            throws FrameException {
        if (destination == null) {
            throw new FrameException("SEND needs a destination", frame.receipt());
        }
        MessageData message = Messages.read(
                frame,
                destination,
                replyTo,
                requests().origin(),
                connection.ticker().currentTimeMillis());
        int bytes = message.size();
        Transaction of = transaction(frame);
        if (of != null) {
            if (!transactions.hasRoom(bytes)) {
                throw new FrameException(
                        "what the transactions of the connection have sent is more than stomp.max-transaction-size",
                        frame.receipt());
            }
            of.sends(message, bytes);
            done(frame);
            return;
        }
        requests().send(message, bytes, (reply, error) -> {
            if (error == null) {
                done(frame);
            } else {
                connection.fail(error, frame.receipt());
            }
        });
    }

    // ---- subscriptions ---------------------------------------------------------------------------------------------

    private void subscribe(Frame frame) throws FrameException {
        String text = frame.needed("destination");
        String id = connection.version() == Version.V1_0 ? frame.header("id") : frame.needed("id");
        String key = id == null ? text : id;
        Subscription.Ack ack = Subscription.Ack.of(frame);
        String name = subscriptionName(frame);
        if (frame.says("durable") && name == null) {
            name = id;
        }
        if (frame.says("durable") && name == null) {
            throw new FrameException("a durable subscription needs an id or a name", frame.receipt());
        }
        if (subscriptions.containsKey(key)) {
            throw new FrameException("there is a subscription '" + key + "' already", frame.receipt());
        }
        if (subscriptions.size() >= MOST_SUBSCRIPTIONS) {
            throw new FrameException(
                    "the connection has more than " + MOST_SUBSCRIPTIONS + " subscriptions", frame.receipt());
        }
        int window = (int) frame.number(
                "prefetch-count",
                frame.number("activemq.prefetchSize", settings.prefetch(), 1, LARGEST_WINDOW),
                1,
                LARGEST_WINDOW);
        boolean durable = name != null && !frame.says("shared") || frame.says("durable");
        Subscription made =
                new Subscription(connection, requests().nextNumber(), id, text, ack, window, durable ? name : null);
        String named = name;
        find(text, frame, destination -> subscribe(frame, key, made, destination, named));
    }

    /** Returns the name of a subscription as clients of several servers say it; null: it has none. */
    private static @Nullable String subscriptionName(Frame frame) {
        for (String each : List.of("durable-subscription-name", "subscription-name", "activemq.subscriptionName")) {
            String name = frame.header(each);
            if (name != null && !name.isEmpty()) {
                return name;
            }
        }
        return null;
    }

    private void subscribe(
            Frame frame, String key, Subscription made, @Nullable DestinationName of, @Nullable String name)
            throws FrameException {
        if (of == null) {
            throw new FrameException("SUBSCRIBE needs a destination", frame.receipt());
        }
        subscriptions.put(key, made);
        byNumber.put(made.number(), made);
        requests().add(made.number(), made);
        if (of.topic() && name != null) { // its name is the client's own
            busy = true;
            requests().then(requests().identify(), (reply, error) -> {
                busy = false;
                if (error != null) {
                    connection.fail(error, frame.receipt());
                } else {
                    consume(frame, made, of, name);
                }
            });
        } else {
            consume(frame, made, of, name);
        }
    }

    private void consume(Frame frame, Subscription made, DestinationName of, @Nullable String name) {
        askFirst(made.request(of, frame, name, requests().origin()), frame, reply -> {
            done(frame);
            made.opened();
        });
    }

    /** Ends a subscription; one that is kept only where the client names it, or says durable. */
    private void unsubscribe(Frame frame) throws FrameException {
        String id = frame.header("id");
        String destination = frame.header("destination");
        String key = id == null ? destination : id;
        String name = subscriptionName(frame);
        Subscription open = key == null ? null : subscriptions.remove(key);
        if (open == null && name == null) {
            if (key == null || !frame.says("durable")) {
                throw new FrameException("there is no such subscription", frame.receipt());
            }
            name = key;
        }
        if (open != null && frame.says("durable") && name == null) {
            name = open.durable();
        }
        String kept = name;
        if (open == null) {
            drop(frame, kept);
            return;
        }
        open.end();
        byNumber.remove(open.number());
        requests().remove(open.number());
        giveBack(open.seen(), true);
        askFirst(new Request.EndConsumer(open.number(), open.unseen()), frame, reply -> {
            busy = kept != null;
            if (kept == null) {
                done(frame);
            } else { // it is in use until then
                connection.afterWrites(() -> open.whenLeft(() -> drop(frame, kept)));
            }
        });
    }

    /** Ends a subscription that is kept. */
    private void drop(Frame frame, @Nullable String name) {
        if (name == null) {
            done(frame);
            return;
        }
        busy = true;
        requests().then(requests().identify(), (reply, error) -> {
            if (error != null) {
                connection.fail(error, frame.receipt());
            } else {
                askFirst(new Request.Unsubscribe(name), frame, dropped -> done(frame));
            }
        });
    }

    private CompletableFuture<Reply> giveBack(long[] tags, boolean seen) {
        return tags.length == 0
                ? CompletableFuture.completedFuture(Reply.Done.DONE)
                : requests().request(new Request.Return(tags, seen));
    }

    // ---- acknowledgements ------------------------------------------------------------------------------------------

    private void acknowledge(Frame frame, boolean takes) throws FrameException {
        Transaction of = transaction(frame);
        Subscription subscription;
        long place;
        if (connection.version().atLeast(Version.V1_2)) {
            String id = frame.needed("id");
            int dash = id.indexOf('-');
            subscription = dash < 1 ? null : byNumber.get(number(id.substring(0, dash)));
            place = number(id.substring(dash + 1));
        } else {
            String message = frame.needed("message-id");
            String named = frame.header("subscription");
            subscription = named == null ? holder(message) : subscriptions.get(named);
            place = subscription == null ? 0 : subscription.placeOf(message);
        }
        long[] tags = subscription == null ? null : subscription.take(place);
        if (subscription == null || tags == null) {
            throw new FrameException(
                    "there is no such message of this connection that waits for " + frame.command(), frame.receipt());
        }
        subscription.acknowledged();
        if (of != null) {
            Arrays.stream(tags).forEach(takes ? of::takes : of::refuses);
            done(frame);
        } else if (tags.length == 0) {
            done(frame);
        } else {
            ask(takes ? new Request.Acknowledge(tags) : new Request.Return(tags, true), frame, reply -> done(frame));
        }
    }

    /** Returns the subscription that has sent a message, as clients of 1.0 name only that; null: none. */
    private @Nullable Subscription holder(String messageId) {
        for (Subscription each : subscriptions.values()) {
            if (each.placeOf(messageId) > 0) {
                return each;
            }
        }
        return null;
    }

    /** Returns a number of an acknowledgement; 0: it is none. */
    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    // ---- transactions ----------------------------------------------------------------------------------------------

    /** Returns the transaction of a frame; null: it has none. */
    private @Nullable Transaction transaction(Frame frame) throws FrameException {
        String name = frame.header("transaction");
        if (name == null) {
            return null;
        }
        Transaction of = transactions.get(name);
        if (of == null) {
            throw new FrameException("there is no transaction '" + name + "'", frame.receipt());
        }
        return of;
    }

    private void begin(Frame frame) throws FrameException {
        String name = frame.needed("transaction");
        if (!transactions.mayBegin()) {
            throw new FrameException("the connection has too many transactions", frame.receipt());
        }
        if (!transactions.begin(name)) {
            throw new FrameException("there is a transaction '" + name + "' already", frame.receipt());
        }
        done(frame);
    }

    private Transaction end(Frame frame) throws FrameException {
        String name = frame.needed("transaction");
        Transaction of = transactions.end(name);
        if (of == null) {
            throw new FrameException("there is no transaction '" + name + "'", frame.receipt());
        }
        return of;
    }

    private void commit(Frame frame) throws FrameException {
        Transaction of = end(frame);
        askFirst(of.commit(requests().sendTimeout()), frame, reply -> {
            var unused = giveBack(of.refused(), true);
            done(frame);
        });
    }

    private void abort(Frame frame) throws FrameException {
        Transaction of = end(frame);
        long[] back = LongStream.concat(Arrays.stream(of.tags()), Arrays.stream(of.refused()))
                .toArray();
        if (back.length == 0) {
            done(frame);
        } else {
            askFirst(new Request.Return(back, true), frame, reply -> done(frame));
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    private void disconnect(Frame frame) {
        disconnect = frame;
        busy = true;
        connection.afterWrites(() -> {
            left = true;
            connection.endIfDrained();
        });
    }

    boolean isDisconnecting() {
        return disconnect != null;
    }

    /** Returns true if it has disconnected, and its connection may end when each request has its reply. */
    boolean hasLeft() {
        return left;
    }

    /** Each request has its reply: tells the client, and ends the connection. */
    void disconnected() {
        Frame frame = disconnect;
        String receipt = frame == null ? null : frame.receipt();
        if (receipt == null) {
            connection.close();
        } else {
            connection.close("RECEIPT", Map.of("receipt-id", receipt), NOTHING);
        }
    }

    /** Sends what waited for room in the channel. */
    void proceed() {
        List.copyOf(subscriptions.values()).forEach(Subscription::proceed);
    }

    /** Gives back what the client has not seen, so that it does not count as an attempt; the rest goes back with the link. */
    void release() {
        List<Long> unseen = new ArrayList<>();
        for (Subscription each : subscriptions.values()) {
            each.end();
            Arrays.stream(each.unseen()).forEach(unseen::add);
        }
        var unused = giveBack(unseen.stream().mapToLong(Long::longValue).toArray(), false);
    }
}
