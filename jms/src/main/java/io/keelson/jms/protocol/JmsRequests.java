package io.keelson.jms.protocol;

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
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The JMS server as one connection of a client uses it: requests over a link, with the count of those that are not answered, and the
 * consumers that get deliveries. Confined to the event loop: replies are handed over to it.
 *
 * @param <C> the consumers
 */
public final class JmsRequests<C extends JmsRequests.Consumer> {
    /** A consumer of the client. On the event loop. */
    public interface Consumer {
        /** Takes messages from the JMS server. */
        void delivered(List<Delivery> batch);

        /**
         * Hears that the link was lost and is there again. Messages that came before and are not sent to the client come again, so that
         * they are to be thrown away.
         */
        void renewed();
    }

    private static final long SEND_TIMEOUT = 10_000;

    /** The cost of a message beside its bytes. */
    private static final int OVERHEAD = 1024;

    private final Executor loop;
    private final Supplier<@Nullable String> clientId;
    private final Runnable answered;
    private final String origin = UUID.randomUUID().toString();

    /** By the number that the JMS server knows. */
    private final Map<Long, C> consumers = new HashMap<>();

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
     * @param clientId returns the id that the client gives itself; null: it has none
     * @param answered called on the event loop when a request has its reply, before that is handled
     */
    public JmsRequests(Executor loop, Supplier<@Nullable String> clientId, Runnable answered) {
        this.loop = loop;
        this.clientId = clientId;
        this.answered = answered;
    }

    /** Makes requests over a link from now on. */
    public void open(Link made) {
        link = made;
    }

    /** Closes the link, where one is open. */
    public void close() {
        Link open = link;
        if (open != null) {
            open.close();
        }
    }

    /** Returns true if each request has its reply. */
    public boolean isIdle() {
        return unanswered == 0;
    }

    /** Returns how many bytes of messages the JMS server has not answered for. */
    public long inFlight() {
        return inFlight;
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    /** Makes a request. */
    public CompletableFuture<Reply> request(Request request) {
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
    public void then(CompletableFuture<Reply> reply, BiConsumer<@Nullable Reply, @Nullable Throwable> what) {
        CompletableFuture<Reply> unused = reply.whenComplete((done, error) -> loop.execute(() -> what.accept(
                done,
                error instanceof CompletionException wrapped && wrapped.getCause() != null
                        ? wrapped.getCause()
                        : error)));
    }

    /** Sends a message, whose bytes count until the reply is there. */
    public void send(MessageData message, int bytes, BiConsumer<@Nullable Reply, @Nullable Throwable> what) {
        inFlight += bytes + OVERHEAD;
        then(request(new Request.Send(List.of(message), SEND_TIMEOUT)), (reply, error) -> {
            inFlight -= bytes + OVERHEAD;
            what.accept(reply, error);
        });
    }

    /** Returns how long a send may wait, in milliseconds. */
    public long sendTimeout() {
        return SEND_TIMEOUT;
    }

    /** Gives the connection to the JMS server the client's id, once. */
    public CompletableFuture<Reply> identify() {
        CompletableFuture<Reply> known = identified;
        if (known == null) {
            String id = clientId.get();
            known = id == null || id.isBlank()
                    ? CompletableFuture.failedFuture(new JmsFailure(
                            JmsFailure.Code.INVALID_CLIENT_ID,
                            "a durable subscription needs a client id (AMQP: the container id)"))
                    : request(new Request.Identify(id));
            identified = known;
        }
        return known;
    }

    /** Returns the origin of the client's messages: its client id, where that was given to the JMS server. */
    public String origin() {
        String id = clientId.get();
        return identified != null && id != null ? id : origin;
    }

    /** Finds the first of destinations that the JMS server has. */
    public void find(List<DestinationName> meant, BiConsumer<@Nullable DestinationName, @Nullable Throwable> found) {
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

    /** Returns a number for a consumer. */
    public long nextNumber() {
        return ++numbers;
    }

    /** Adds a consumer. */
    public void add(long number, C consumer) {
        consumers.put(number, consumer);
    }

    /** Removes a consumer: what still comes for it goes back. */
    public void remove(long number) {
        consumers.remove(number);
    }

    /** Returns the consumers. */
    public List<C> consumers() {
        return List.copyOf(consumers.values());
    }

    /** Tells a consumer that its messages come again. */
    public void renewed(long consumer) {
        C to = consumers.get(consumer);
        if (to != null) {
            to.renewed();
        }
    }

    /** Hands messages to their consumer. Those of a consumer that was closed while they were on their way go back. */
    public void delivered(long consumer, List<Delivery> batch) {
        C to = consumers.get(consumer);
        if (to != null) {
            to.delivered(batch);
        } else {
            var unused = request(
                    new Request.Return(batch.stream().mapToLong(Delivery::tag).toArray(), false));
        }
    }
}
