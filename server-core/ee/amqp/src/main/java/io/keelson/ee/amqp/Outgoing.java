package io.keelson.ee.amqp;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.protocol.JmsRequests;
import io.keelson.jms.protocol.Transaction;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Released;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.TerminusDurability;
import org.apache.qpid.proton.amqp.messaging.TerminusExpiryPolicy;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;

/** A link over which a client receives: a consumer, a subscription or a browser. Confined to the event loop. */
final class Outgoing implements JmsRequests.Consumer {
    private static final UnsignedLong SELECTOR = UnsignedLong.valueOf(0x0000_468C_0000_0004L);
    private static final UnsignedLong NO_LOCAL = UnsignedLong.valueOf(0x0000_468C_0000_0003L);
    private static final Symbol COPY = Symbol.valueOf("copy");

    /** The number of messages that a link has from the JMS server before they are sent. */
    private static final int WINDOW = 200;

    /** The number of bytes that are written together. */
    private static final int CHUNK = 64 * 1024;

    /** The number of bytes that the engine may have and the client's window does not take yet. */
    private static final int BUFFERED = 1 << 20;

    private final AmqpConnection connection;
    private final Sender sender;
    private final long number;
    private final ArrayDeque<Delivery> waiting = new ArrayDeque<>();

    /** Sent and not settled, with the JMS server's tags. */
    private final Map<org.apache.qpid.proton.engine.Delivery, Long> unsettled = new HashMap<>();

    private @Nullable DestinationName destination;

    /** The temporary destination that was made for this link. */
    private @Nullable DestinationName made;

    private @Nullable String selector;
    private @Nullable String durable;

    /** The number of messages that the JMS server may still deliver. */
    private int granted;

    private long tags;
    private long browsedAfter;

    /** Acknowledgements without a reply. */
    private int acknowledging;

    private @Nullable Runnable whenAcknowledged;
    private boolean opened;
    private boolean browser;
    private boolean browsing;

    /** The queue has no more. */
    private boolean browsed;

    /** The JMS server may have the consumer. */
    private boolean consuming;

    private boolean draining;
    private boolean ended;

    Outgoing(AmqpConnection connection, Sender sender) {
        this.connection = connection;
        this.sender = sender;
        this.number = connection.requests().nextNumber();
    }

    void attach() {
        sender.setContext(this);
        sender.setTarget(sender.getRemoteTarget());
        sender.setSenderSettleMode(
                sender.getRemoteSenderSettleMode() == SenderSettleMode.SETTLED
                        ? SenderSettleMode.SETTLED
                        : SenderSettleMode.UNSETTLED);
        if (!(sender.getRemoteSource() instanceof Source asked)) {
            reattach();
            return;
        }
        selector = selector(asked);
        String address = asked.getAddress();
        if (asked.getDynamic()) {
            make(asked);
            return;
        }
        if (address == null || address.isEmpty()) {
            refuse(new JmsFailure(
                    JmsFailure.Code.PROTOCOL, "a link of a receiver needs the address of a source, or a dynamic one"));
            return;
        }
        Source source = answer(asked, address);
        connection.requests().find(Addresses.meant(address, asked.getCapabilities()), (found, error) -> {
            if (found == null) {
                refuse(
                        error == null
                                ? new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "there is no " + address)
                                : error);
                return;
            }
            destination = found;
            if (COPY.equals(asked.getDistributionMode()) && !found.topic()) {
                browser = true;
                connection.requests().add(number, this);
                open(source);
            } else {
                consume(found, asked, source);
            }
        });
    }

    /** Makes a temporary destination to receive from, which ends with this link. */
    private void make(Source asked) {
        boolean topic = Addresses.saysTopic(asked.getCapabilities());
        connection.requests().then(connection.requests().request(new Request.MakeTemporary(topic)), (reply, error) -> {
            if (!(reply instanceof Reply.Named named)) {
                refuse(error == null ? new IllegalStateException("no name came") : error);
                return;
            }
            made = new DestinationName(topic, named.name());
            if (ended) {
                drop((dropped, failed) -> {});
                return;
            }
            destination = made;
            Source source = answer(asked, named.name());
            source.setDynamic(true);
            source.setDynamicNodeProperties(asked.getDynamicNodeProperties());
            consume(made, asked, source);
        });
    }

    private void drop(BiConsumer<@Nullable Reply, @Nullable Throwable> then) {
        DestinationName of = made;
        if (of != null) {
            made = null;
            connection.requests().then(connection.requests().request(new Request.DropTemporary(of)), then);
        }
    }

    private static Source answer(Source asked, String address) {
        Source source = new Source();
        source.setAddress(address);
        source.setCapabilities(asked.getCapabilities());
        source.setDurable(asked.getDurable());
        source.setExpiryPolicy(asked.getExpiryPolicy());
        source.setDistributionMode(asked.getDistributionMode());
        source.setOutcomes(
                Symbol.valueOf("amqp:accepted:list"),
                Symbol.valueOf("amqp:rejected:list"),
                Symbol.valueOf("amqp:released:list"),
                Symbol.valueOf("amqp:modified:list"));
        source.setFilter(asked.getFilter());
        return source;
    }

    private static @Nullable String selector(Source asked) {
        Object described = filter(asked, SELECTOR, "jms-selector");
        return described == null ? null : described.toString();
    }

    private static @Nullable Object filter(Source asked, UnsignedLong code, String name) {
        Map<?, ?> filters = asked.getFilter();
        if (filters == null) {
            return null;
        }
        for (Map.Entry<?, ?> each : filters.entrySet()) {
            if (each.getValue() instanceof DescribedType type) {
                String descriptor = type.getDescriptor().toString();
                if (code.equals(type.getDescriptor())
                        || descriptor.equals("apache.org:selector-filter:string") && code.equals(SELECTOR)
                        || descriptor.equals("apache.org:no-local-filter:list") && code.equals(NO_LOCAL)) {
                    return type.getDescribed() == null ? name : type.getDescribed();
                }
            }
        }
        return null;
    }

    private void consume(DestinationName found, Source asked, Source source) {
        boolean shared = Addresses.has(asked.getCapabilities(), "shared");
        boolean global = Addresses.has(asked.getCapabilities(), "global");
        boolean kept = found.topic()
                && (TerminusExpiryPolicy.NEVER.equals(asked.getExpiryPolicy())
                        || TerminusDurability.UNSETTLED_STATE.equals(asked.getDurable())
                        || TerminusDurability.CONFIGURATION.equals(asked.getDurable()));
        String name = kept || shared && found.topic() ? subscription(sender.getName()) : null;
        durable = kept ? name : null;
        Request request = new Request.Consume(
                number,
                found,
                selector,
                filter(asked, NO_LOCAL, "no-local") != null,
                connection.requests().origin(),
                new Request.Subscription(name, kept, shared && found.topic()));
        connection.requests().add(number, this);
        if (name == null || global) {
            subscribe(request, source);
        } else { // its name is the client's own
            connection.requests().then(connection.requests().identify(), (reply, error) -> {
                if (error == null) {
                    subscribe(request, source);
                } else {
                    refuse(error);
                }
            });
        }
    }

    /** Returns the name of a subscription; links that share one have something behind a bar. */
    private static String subscription(String link) {
        int bar = link.indexOf('|');
        return bar < 0 ? link : link.substring(0, bar);
    }

    private void subscribe(Request request, Source source) {
        if (ended) {
            return;
        }
        consuming = true;
        connection.requests().then(connection.requests().request(request), (reply, error) -> {
            if (error == null) {
                open(source);
            } else {
                refuse(error);
            }
        });
    }

    /** A client that knows only the name of a durable subscription attaches to it to end it. */
    private void reattach() {
        connection.requests().then(connection.requests().identify(), (reply, error) -> {
            if (ended) {
                return;
            }
            if (error != null) {
                refuse(error);
                return;
            }
            durable = subscription(sender.getName());
            Source source = new Source();
            source.setDurable(TerminusDurability.UNSETTLED_STATE);
            source.setExpiryPolicy(TerminusExpiryPolicy.NEVER);
            sender.setSource(source);
            sender.open();
        });
    }

    private void open(Source source) {
        if (ended) {
            return;
        }
        opened = true;
        sender.setSource(source);
        sender.open();
        flow();
    }

    private void refuse(Throwable why) {
        connection.requests().remove(number);
        drop((reply, error) -> {});
        if (ended) {
            return;
        }
        ended = true;
        durable = null;
        sender.setSource(null);
        sender.open();
        sender.setCondition(AmqpConnection.condition(why));
        sender.close();
    }

    // ---- credit ----------------------------------------------------------------------------------------------------

    /** The client has given credit, or wants to hear that there is nothing. */
    void flow() {
        if (!opened || ended) {
            return;
        }
        if (browser) {
            browsed = false;
            browse();
            return;
        }
        if (draining || connection.isDraining()) {
            return;
        }
        int wanted = Math.min(sender.getCredit(), WINDOW);
        int there = granted + waiting.size();
        if (there < wanted && there <= wanted / 2) {
            granted += wanted - there;
            var unused = connection.requests().request(new Request.Credit(number, wanted - there));
        }
        if (sender.getDrain() && sender.getCredit() > 0 && waiting.isEmpty()) {
            draining = true;
            connection
                    .requests()
                    .then(connection.requests().request(new Request.Revoke(number)), (reply, error) -> drained());
        }
    }

    /** The JMS server delivers no more: it has no more where it has left some of the credit. */
    private void drained() {
        draining = false;
        if (ended) {
            return;
        }
        boolean empty = granted > 0;
        granted = 0;
        send();
        if (sender.getDrain() && waiting.isEmpty() && empty) {
            int unused = sender.drained();
        }
        flow();
    }

    @Override
    public void renewed() {
        waiting.clear();
        flow();
    }

    @Override
    public void delivered(List<Delivery> batch) {
        granted = Math.max(0, granted - batch.size());
        waiting.addAll(batch);
        proceed();
    }

    /** Goes on where the client, its window or the channel have room again. */
    void proceed() {
        if (ended || !opened) {
            return;
        }
        send();
        if (!browser) {
            flow();
        } else if (!browsed) {
            browse();
        }
    }

    /** Sends what the client takes now. */
    private void send() {
        while (!waiting.isEmpty()
                && !ended
                && !connection.isDraining()
                && sender.getCredit() > 0
                && connection.isWritable()
                && sender.getSession().getOutgoingBytes() < BUFFERED) {
            Delivery next = waiting.remove();
            long now = ++tags;
            org.apache.qpid.proton.engine.Delivery sent = sender.delivery(
                    new byte[] {(byte) (now >>> 24), (byte) (now >>> 16), (byte) (now >>> 8), (byte) now});
            byte[] bytes = Messages.write(next, System.currentTimeMillis());
            int unused = sender.send(bytes, 0, bytes.length);
            boolean settled = browser || sender.getSenderSettleMode() == SenderSettleMode.SETTLED;
            if (settled) {
                sent.settle();
            } else {
                unsettled.put(sent, next.tag());
            }
            boolean unusedAdvanced = sender.advance();
            if (settled && !browser) {
                acknowledge(next.tag());
            }
            if (sender.getSession().getOutgoingBytes() > CHUNK) {
                connection.flush();
            }
        }
    }

    private void acknowledge(long tag) {
        acknowledging++;
        connection
                .requests()
                .then(connection.requests().request(new Request.Acknowledge(new long[] {tag})), (reply, error) -> {
                    acknowledging--;
                    Runnable next = whenAcknowledged;
                    if (acknowledging == 0 && next != null) {
                        whenAcknowledged = null;
                        next.run();
                    }
                });
    }

    // ---- what the client says
    // ----------------------------------------------------------------------------------------

    void disposed(org.apache.qpid.proton.engine.Delivery delivery) {
        Long tag = unsettled.get(delivery);
        if (tag == null) {
            return;
        }
        DeliveryState state = delivery.getRemoteState();
        if (state instanceof TransactionalState transactional) {
            unsettled.remove(delivery);
            Transaction of = connection.transactions().get(Incoming.number(transactional));
            if (of != null && transactional.getOutcome() instanceof Accepted) {
                of.takes(tag);
            } else {
                giveBack(tag, true);
            }
            delivery.disposition(state);
            delivery.settle();
        } else if (state != null || delivery.remotelySettled()) {
            unsettled.remove(delivery);
            if (state instanceof Accepted) {
                acknowledge(tag);
            } else {
                boolean unseen = state instanceof Released
                        || state instanceof Modified modified && !Boolean.TRUE.equals(modified.getDeliveryFailed());
                giveBack(tag, !unseen);
            }
            if (state != null) {
                delivery.disposition(state);
            }
            delivery.settle();
        }
    }

    private void giveBack(long tag, boolean seen) {
        var unused = connection.requests().request(new Request.Return(new long[] {tag}, seen));
    }

    // ---- browsing --------------------------------------------------------------------------------------------------

    private void browse() {
        DestinationName of = destination;
        if (!waiting.isEmpty()) {
            send();
        }
        if (browsing || of == null || sender.getCredit() <= 0 || !waiting.isEmpty()) {
            return;
        }
        browsing = true;
        connection
                .requests()
                .then(connection.requests().request(new Request.Browse(of, selector, browsedAfter)), (reply, error) -> {
                    browsing = false;
                    if (ended) {
                        return;
                    }
                    if (error != null) {
                        sender.setCondition(AmqpConnection.condition(error));
                        sender.close();
                        return;
                    }
                    List<Delivery> page = reply instanceof Reply.Messages messages ? messages.messages() : List.of();
                    if (page.isEmpty()) {
                        browsed = true;
                        if (sender.getDrain()) {
                            int unused = sender.drained();
                        }
                        return;
                    }
                    browsedAfter = page.get(page.size() - 1).tag();
                    waiting.addAll(page);
                    send();
                    browse();
                });
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /**
     * Ends it.
     *
     * @param closed true if a durable subscription ends, too
     */
    void end(boolean closed) {
        if (ended) {
            return;
        }
        connection.requests().then(release(), (reply, error) -> {
            if (acknowledging == 0) {
                finish(closed);
            } else { // a durable subscription is in use until then
                whenAcknowledged = () -> finish(closed);
            }
        });
    }

    /** Ends it with its session. A durable subscription stays. */
    void abandon() {
        if (!ended) {
            connection.requests().then(release(), (reply, error) -> drop((dropped, failed) -> {}));
        }
    }

    /** Gives back what the client has not settled. */
    private CompletableFuture<Reply> release() {
        ended = true;
        connection.requests().remove(number);
        long[] back = LongStream.concat(
                        waiting.stream().mapToLong(Delivery::tag),
                        unsettled.values().stream().mapToLong(Long::longValue))
                .toArray();
        waiting.clear();
        unsettled.clear();
        return consuming
                ? connection.requests().request(new Request.EndConsumer(number, back))
                : CompletableFuture.completedFuture(Reply.Done.DONE);
    }

    private void finish(boolean closed) {
        drop((reply, error) -> {}); // nobody waits for it
        String name = durable;
        if (!closed) {
            sender.detach();
        } else if (name == null) {
            sender.close();
        } else {
            connection.requests().then(connection.requests().request(new Request.Unsubscribe(name)), (reply, error) -> {
                if (error != null) {
                    sender.setCondition(AmqpConnection.condition(error));
                }
                sender.close();
            });
        }
    }
}
