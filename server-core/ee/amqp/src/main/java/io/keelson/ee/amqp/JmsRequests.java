package io.keelson.ee.amqp;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The JMS server as one connection of a client uses it: requests over a link, with the count of those that are not answered, and the
 * consumers that get deliveries. Confined to the event loop: replies are handed over to it.
 */
final class JmsRequests {
    private static final long SEND_TIMEOUT = 10_000;

    /** The cost of a message beside its bytes. */
    private static final int OVERHEAD = 1024;

    private final Consumer<Runnable> loop;
    private final Supplier<@Nullable String> container;
    private final Runnable answered;
    private final String origin = UUID.randomUUID().toString();

    /** By the number that the JMS server knows. */
    private final Map<Long, Outgoing> consumers = new HashMap<>();

    private @Nullable Link link;
    private @Nullable CompletableFuture<Reply> identified;
    private long numbers;

    /** Bytes of messages that the JMS server has not answered for. */
    private long inFlight;

    /** Requests without a reply. */
    private int unanswered;

    /**
     * Makes no requests before the link is open.
     *
     * @param loop runs work on the event loop
     * @param container returns the id of the client's container; null: it has none
     * @param answered called on the event loop when a request has its reply, before that is handled
     */
    JmsRequests(Consumer<Runnable> loop, Supplier<@Nullable String> container, Runnable answered) {
        this.loop = loop;
        this.container = container;
        this.answered = answered;
    }

    void open(Link made) {
        link = made;
    }

    /** Closes the link, where one is open. */
    void close() {
        Link open = link;
        if (open != null) {
            open.close();
        }
    }

    /** Returns true if each request has its reply. */
    boolean isIdle() {
        return unanswered == 0;
    }

    /** Returns how many bytes of messages the JMS server has not answered for. */
    long inFlight() {
        return inFlight;
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    /** Makes a request. */
    CompletableFuture<Reply> request(Request request) {
        Link open = link;
        if (open == null) {
            return CompletableFuture.failedFuture(
                    new JmsFailure(JmsFailure.Code.CLOSED, "the connection is not open yet"));
        }
        unanswered++;
        CompletableFuture<Reply> reply = open.request(request);
        then(reply, (done, error) -> {
            unanswered--;
            answered.run();
        });
        return reply;
    }

    /** Does something on the event loop when a reply has come. */
    void then(CompletableFuture<Reply> reply, BiConsumer<@Nullable Reply, @Nullable Throwable> what) {
        CompletableFuture<Reply> unused = reply.whenComplete((done, error) -> loop.accept(() -> what.accept(
                done,
                error instanceof CompletionException wrapped && wrapped.getCause() != null
                        ? wrapped.getCause()
                        : error)));
    }

    /** Sends a message, whose bytes count until the reply is there. */
    void send(MessageData message, int bytes, BiConsumer<@Nullable Reply, @Nullable Throwable> what) {
        inFlight += bytes + OVERHEAD;
        then(request(new Request.Send(List.of(message), SEND_TIMEOUT)), (reply, error) -> {
            inFlight -= bytes + OVERHEAD;
            what.accept(reply, error);
        });
    }

    /** Returns how long a send may wait, in milliseconds. */
    long sendTimeout() {
        return SEND_TIMEOUT;
    }

    /** Gives the connection to the JMS server the container's id, once. */
    CompletableFuture<Reply> identify() {
        CompletableFuture<Reply> known = identified;
        if (known == null) {
            String id = container.get();
            known = id == null || id.isBlank()
                    ? CompletableFuture.failedFuture(new JmsFailure(
                            JmsFailure.Code.INVALID_CLIENT_ID, "a durable subscription needs a container id"))
                    : request(new Request.Identify(id));
            identified = known;
        }
        return known;
    }

    /** Returns the origin of the client's messages: its container's id, where that was given to the JMS server. */
    String origin() {
        String id = container.get();
        return identified != null && id != null ? id : origin;
    }

    /** Finds the first of destinations that the JMS server has. */
    void find(List<DestinationName> meant, BiConsumer<@Nullable DestinationName, @Nullable Throwable> found) {
        find(meant, 0, found);
    }

    private void find(
            List<DestinationName> meant, int at, BiConsumer<@Nullable DestinationName, @Nullable Throwable> found) {
        then(request(new Request.Check(meant.get(at))), (reply, error) -> {
            if (error == null) {
                found.accept(meant.get(at), null);
            } else if (at + 1 < meant.size()) {
                find(meant, at + 1, found);
            } else {
                found.accept(null, error);
            }
        });
    }

    // ---- consumers -------------------------------------------------------------------------------------------------

    long nextNumber() {
        return ++numbers;
    }

    void add(long number, Outgoing consumer) {
        consumers.put(number, consumer);
    }

    void remove(long number) {
        consumers.remove(number);
    }

    List<Outgoing> consumers() {
        return List.copyOf(consumers.values());
    }

    /** Hands messages to their consumer. Those of a consumer that was closed while they were on their way go back. */
    void delivered(long consumer, List<Delivery> batch) {
        Outgoing to = consumers.get(consumer);
        if (to != null) {
            to.delivered(batch);
        } else {
            var unused = request(
                    new Request.Return(batch.stream().mapToLong(Delivery::tag).toArray(), false));
        }
    }
}
