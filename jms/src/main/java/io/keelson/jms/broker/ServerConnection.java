package io.keelson.jms.broker;

import io.keelson.jms.engine.MessageRun;
import io.keelson.jms.engine.QueueEvent;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.selector.Selector;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connection of a client within the server's process. Its state is guarded by the server's lock. */
final class ServerConnection implements Link {
    /** Number of messages that a browser gets at once. */
    private static final int PAGE_MESSAGES = 1000;

    private static final long PAGE_BYTES = 1 << 20;
    private static final int MOST_BROWSERS = 64;

    /** For how long a consumer that selects is shown messages that are not in memory, while it waits for an answer. */
    private static final long LONGEST_SEARCH_MILLIS = 1000;

    /** The number of sessions that have figures of their own. */
    private static final int MOST_SESSIONS = 1000;

    /** By tag: what the client has and has not acknowledged. */
    final Map<Long, InFlight> inFlight = new HashMap<>();

    private final JmsServer server;
    private final long number;
    private final Link.Handler handler;
    private final long since;
    private long sent;

    /** By the client's number. */
    private final Map<Long, ServerConsumer> consumers = new HashMap<>();

    /** Consumers whose credit is to be taken back when they have seen what is not in memory. */
    private final Map<ServerConsumer, Outcome> revoking = new LinkedHashMap<>();

    /** By the client's number: sessions that have consumed or sent. */
    private final Map<Long, SessionFigures> sessions = new HashMap<>();

    /** By sequence: messages at which pages of browsers have ended, the one last that was used last. */
    private final Map<Long, QueuedMessage> places = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, QueuedMessage> eldest) {
            return size() > MOST_BROWSERS;
        }
    };

    /** Destinations of which the client knows that they are above their thresholds. */
    private final Set<DestinationName> slowed = new HashSet<>();

    private final Set<DestinationName> temporaries = new HashSet<>();
    private @Nullable String clientId;
    private boolean ended;

    ServerConnection(JmsServer server, long number, Link.Handler handler) {
        this.server = server;
        this.number = number;
        this.handler = handler;
        this.since = server.now();
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    @Override
    public CompletableFuture<Reply> request(Request request) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        server.locked(() -> {
            try {
                if (ended) {
                    throw new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed");
                }
                handle(request, new Outcome(reply));
            } catch (JmsFailure e) {
                boolean unused = reply.completeExceptionally(e);
            }
        });
        return reply;
    }

    private void handle(Request request, Outcome outcome) throws JmsFailure {
        if (request instanceof Request.Send send) {
            once(
                    send.id(),
                    outcome,
                    mine -> server.deliverer.submit(
                            new Deliverer.Work(
                                    this, send.messages(), List.of(), send.timeout(), send.id(), send.session()),
                            mine));
        } else if (request instanceof Request.Acknowledge acknowledge) {
            server.deliverer.acknowledge(taken(acknowledge.tags()), outcome);
        } else if (request instanceof Request.Credit credit) {
            ServerConsumer consumer = consumer(credit.consumer());
            server.step(consumer.node(), new QueueEvent.Credited(consumer.id(), credit.more()));
            outcome.done();
        } else if (request instanceof Request.Revoke revoke) {
            revoke(consumer(revoke.consumer()), outcome);
        } else if (request instanceof Request.Commit commit) {
            once(
                    commit.id(),
                    outcome,
                    mine -> server.deliverer.submit(
                            new Deliverer.Work(
                                    this,
                                    commit.sends(),
                                    all(commit.acknowledged()),
                                    commit.timeout(),
                                    commit.id(),
                                    commit.session()),
                            mine));
        } else if (request instanceof Request.Return back) {
            List.copyOf(revoking.keySet()).forEach(this::revokeNow); // what comes back is not for these
            server.deliverer.giveBack(taken(back.tags()), back.seen());
            outcome.done();
        } else if (request instanceof Request.Prepare prepare) {
            Deliverer.Work work = new Deliverer.Work(
                    this, prepare.sends(), all(prepare.acknowledged()), prepare.timeout(), null, prepare.session());
            server.deliverer.prepare(prepare.branch(), work, outcome);
        } else if (request instanceof Request.Decide decide) {
            server.deliverer.decide(decide.branch(), decide.commit(), this, outcome);
        } else if (request instanceof Request.InDoubt) {
            answer(outcome, new Reply.Branches(List.copyOf(server.branches.keySet())));
        } else if (request instanceof Request.Consume consume) {
            consume(consume, outcome);
        } else if (request instanceof Request.EndConsumer end) {
            server.deliverer.giveBack(taken(end.unseen()), false);
            end(consumer(end.consumer()));
            outcome.done();
        } else {
            handleRare(request, outcome);
        }
    }

    private void handleRare(Request request, Outcome outcome) throws JmsFailure {
        if (request instanceof Request.Check check) {
            Destination unused = server.usable(check.destination());
            outcome.done();
        } else if (request instanceof Request.Identify identify) {
            identify(identify.clientId());
            outcome.done();
        } else if (request instanceof Request.Browse browse) {
            browse(browse, outcome);
        } else if (request instanceof Request.MakeTemporary make) {
            answer(
                    outcome,
                    new Reply.Named(makeTemporary(make.topic(), make.name()).name()));
        } else if (request instanceof Request.DropTemporary drop) {
            dropTemporary(drop.destination());
            outcome.done();
        } else if (request instanceof Request.Unsubscribe unsubscribe) {
            unsubscribe(unsubscribe.subscription());
            outcome.done();
        } else if (request instanceof Request.Forward forward) {
            once(forward.id(), outcome, mine -> server.deliverer.forwarded(forward, mine));
        } else if (request instanceof Request.Demand demand) {
            answer(outcome, new Reply.Number(server.demand().consumers(demand.queue())));
        } else if (request instanceof Request.EndSession end) {
            sessions.remove(end.session());
            outcome.done();
        } else if (request instanceof Request.Forget forget) {
            server.windows.forget(forget.origin());
            outcome.done();
        } else {
            throw new IllegalArgumentException("no such request: " + request.getClass());
        }
    }

    /** Something that is done once. */
    private interface Once {
        void run(Outcome outcome) throws JmsFailure;
    }

    private void once(Request.@Nullable RequestId id, Outcome outcome, Once what) throws JmsFailure {
        if (id == null) {
            what.run(outcome);
            return;
        }
        Outcome mine = server.windows.begin(id, outcome);
        if (mine == null) {
            return;
        }
        try {
            what.run(mine);
        } catch (JmsFailure e) {
            mine.failed(e);
        }
    }

    private static void answer(Outcome outcome, Reply reply) {
        boolean unused = outcome.reply().complete(reply);
    }

    @Override
    public void sendOneWay(long sender, List<MessageData> messages) {
        CompletableFuture<Reply> unused = request(new Request.Send(messages, Request.Send.ONE_WAY, null, sender))
                .whenComplete((reply, error) -> {
                    if (error != null) {
                        handler.refused(
                                sender,
                                error instanceof JmsFailure known
                                        ? known
                                        : new JmsFailure(
                                                JmsFailure.Code.ILLEGAL_STATE,
                                                "a one-way send failed in the server: " + error));
                    }
                });
    }

    /** Notes a destination to which the client sends, so that it hears of thresholds. */
    void sendsTo(Destination destination) {
        if (destination.above && slowed.add(destination.name)) {
            handler.flow(destination.name, true);
        }
    }

    /** Counts messages that were sent. */
    void sent(long session, int messages) {
        sent += messages;
        SessionFigures figures = figures(session);
        if (figures != null) {
            figures.sent(messages, server.now());
        }
    }

    /** Returns the figures of a session; null where there is none, or the connection has too many. */
    private @Nullable SessionFigures figures(long session) {
        SessionFigures known = sessions.get(session);
        if (known == null && session != 0 && sessions.size() < MOST_SESSIONS) {
            known = new SessionFigures(session, server.now());
            sessions.put(session, known);
        }
        return known;
    }

    /** Tells the client that a destination is below its thresholds again, if it has heard that it was above. */
    void below(DestinationName destination) {
        if (slowed.remove(destination)) {
            handler.flow(destination, false);
        }
    }

    private List<InFlight> taken(long[] tags) {
        List<InFlight> taken = new ArrayList<>(tags.length);
        for (long tag : tags) {
            InFlight delivery = inFlight.remove(tag);
            if (delivery != null) {
                taken.add(delivery);
            }
        }
        return taken;
    }

    /** The deliveries of a transaction, which all have to be there still. */
    private List<InFlight> all(long[] tags) throws JmsFailure {
        List<InFlight> all = new ArrayList<>(tags.length);
        for (long tag : tags) {
            InFlight delivery = inFlight.get(tag);
            if (delivery == null) {
                throw new JmsFailure(
                        JmsFailure.Code.ROLLED_BACK,
                        "a message that the transaction has consumed was given back meanwhile; it is delivered again");
            }
            all.add(delivery);
        }
        return all;
    }

    private ServerConsumer consumer(long client) throws JmsFailure {
        ServerConsumer known = consumers.get(client);
        if (known == null) {
            throw new JmsFailure(JmsFailure.Code.ILLEGAL_STATE, "the consumer " + client + " is closed");
        }
        return known;
    }

    // ---- the client id ---------------------------------------------------------------------------------------------

    private void identify(String id) throws JmsFailure {
        if (id.startsWith(Subscription.FORWARDING)) {
            throw new JmsFailure(
                    JmsFailure.Code.INVALID_CLIENT_ID,
                    "the client id '" + id + "' is one of the JMS server's own; choose another id");
        }
        ServerConnection other = server.clientIds.putIfAbsent(id, this);
        if (other != null) {
            throw new JmsFailure(
                    JmsFailure.Code.INVALID_CLIENT_ID,
                    "the client id '" + id + "' is in use by another connection; close that, or choose another id");
        }
        clientId = id;
    }

    // ---- consumers -------------------------------------------------------------------------------------------------

    private void consume(Request.Consume request, Outcome outcome) throws JmsFailure {
        Destination destination = server.usable(request.destination());
        Selector selector = JmsServer.selector(request.selector());
        if (destination.name.temporary() && destination.owner != this) {
            throw new JmsFailure(
                    JmsFailure.Code.INVALID_DESTINATION,
                    "the temporary " + destination.name
                            + " belongs to another connection, which alone may consume from it");
        }
        String member = request.subscription().name();
        if (destination.name.topic() && request.origin().equals(JmsServer.FORWARDING) && member != null) {
            Subscription of = server.subscriptions.get(Subscription.forwardingKey(destination.name, member));
            if (of == null || of.node.queue.consumers() > 0) {
                throw new JmsFailure(
                        JmsFailure.Code.ILLEGAL_STATE,
                        "nothing is to be forwarded from the " + destination.name + " to " + member + " by this link");
            }
            attach(request, of.node, Selector.ALL, true);
            outcome.done();
            return;
        }
        if (destination.name.topic()) {
            new Subscribing(server, clientId)
                    .subscribe(
                            request,
                            destination,
                            selector,
                            found -> attach(request, found.node, Selector.ALL, false),
                            outcome);
            return;
        }
        attach(request, destination.node(), selector, request.origin().equals(JmsServer.FORWARDING));
        outcome.done();
    }

    private void attach(Request.Consume request, Node node, Selector selector, boolean forwarding) {
        ServerConsumer consumer = new ServerConsumer(
                server.nextNumber(),
                request.consumer(),
                this,
                node,
                forwarding,
                new ConsumerFigures(selector, server.now(), figures(request.session())));
        consumers.put(request.consumer(), consumer);
        server.consumers.put(consumer.id(), consumer);
        server.step(
                node,
                new QueueEvent.Attached(
                        consumer.id(), selector::matches, selector != Selector.ALL, required(selector)));
    }

    private static QueueEvent.@Nullable Required required(Selector selector) {
        Selector.Equality equality = selector.required();
        return equality == null ? null : new QueueEvent.Required(equality.name(), equality.value(), equality::valueOf);
    }

    /** Takes the credit of a consumer back, once those messages are in memory that it may be waiting for. */
    private void revoke(ServerConsumer consumer, Outcome outcome) {
        revokeNow(consumer);
        revoking.put(consumer, outcome);
        awaitRuns(consumer, server.now() + LONGEST_SEARCH_MILLIS);
    }

    private void awaitRuns(ServerConsumer consumer, long until) {
        MessageRun awaited = consumer.node().queue.awaited(consumer.id());
        if (!revoking.containsKey(consumer) || awaited == null || server.now() > until) {
            revokeNow(consumer);
            return;
        }
        server.paging.read(consumer.node(), awaited, error -> {
            if (error == null) {
                awaitRuns(consumer, until);
            } else {
                revokeNow(consumer);
            }
        });
    }

    private void revokeNow(ServerConsumer consumer) {
        Outcome outcome = revoking.remove(consumer);
        if (outcome != null) {
            server.step(consumer.node(), new QueueEvent.Revoked(consumer.id()));
            server.paging.whenDelivered(consumer, outcome::done);
        }
    }

    private void end(ServerConsumer consumer) {
        revokeNow(consumer);
        consumers.remove(consumer.client());
        server.consumers.remove(consumer.id());
        server.step(consumer.node(), new QueueEvent.Detached(consumer.id()));
        giveUp(consumer);
        Subscription subscription = consumer.node().subscription;
        if (subscription != null
                && !subscription.durable
                && consumer.node().queue.consumers() == 0) {
            server.drop(subscription);
        }
    }

    /** Gives back what the consumer was to get when its body is there. */
    private void giveUp(ServerConsumer consumer) {
        List<InFlight> waiting = server.paging.giveUp(consumer);
        waiting.forEach(each -> inFlight.remove(each.message().sequence()));
        server.deliverer.giveBack(waiting, false);
    }

    private void unsubscribe(String name) throws JmsFailure {
        Subscription subscription = server.subscriptions.get(Subscribing.durableKey(clientId, name));
        if (subscription == null) {
            throw new JmsFailure(
                    JmsFailure.Code.INVALID_DESTINATION,
                    "there is no durable subscription '" + name + "'" + (clientId == null ? "" : " of " + clientId));
        }
        if (subscription.node.queue.consumers() > 0 || subscription.node.queue.inFlightCount() > 0) {
            throw new JmsFailure(
                    JmsFailure.Code.ILLEGAL_STATE,
                    "the durable subscription '" + name
                            + "' is in use; close its consumers and end their transactions");
        }
        server.drop(subscription);
    }

    // ---- browsing and temporary destinations -----------------------------------------------------------------------

    private void browse(Request.Browse request, Outcome outcome) throws JmsFailure {
        Destination destination = server.usable(ofThisServer(request.destination()));
        if (destination.name.topic()) {
            throw new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "the " + destination.name + " cannot be browsed");
        }
        Selector selector = JmsServer.selector(request.selector());
        Node node = destination.node();
        Browsing browsing = new Browsing(server, node, selector);
        MessageRun away = request.after() == 0 || places.containsKey(request.after())
                ? null
                : node.queue.awayWith(request.after());
        if (away == null) {
            browse(browsing, request.after() == 0 ? null : place(node, request.after()), outcome);
            return;
        }
        server.paging.read(node, away, error -> {
            try {
                if (error != null) {
                    throw error;
                }
                browse(browsing, place(node, request.after()), outcome);
            } catch (JmsFailure e) {
                outcome.failed(e);
            }
        });
    }

    private void browse(Browsing browsing, @Nullable QueuedMessage after, Outcome outcome) {
        var unusedFuture = browsing.page(after, PAGE_MESSAGES, PAGE_BYTES).whenComplete((page, error) -> {
            if (error != null) {
                boolean unused = outcome.reply().completeExceptionally(error);
                return;
            }
            List<Delivery> seen = page.messages();
            QueuedMessage last = page.last();
            if (seen.isEmpty() && last != null) { // all were consumed while their bodies were read
                browse(browsing, last, outcome);
            } else {
                if (last != null) {
                    places.put(seen.get(seen.size() - 1).tag(), last);
                }
                answer(outcome, new Reply.Messages(seen));
            }
        });
    }

    /** Finds the message at which a page of a browser has ended; it need not be in the queue any more. */
    private QueuedMessage place(Node node, long sequence) throws JmsFailure {
        QueuedMessage known = places.get(sequence);
        if (known != null) {
            return known;
        }
        for (QueuedMessage each : node.queue.readyAfter(null)) {
            if (each.sequence() == sequence) {
                return each;
            }
        }
        throw new JmsFailure(
                JmsFailure.Code.ILLEGAL_STATE,
                "the browser's place in the " + node.destination.name
                        + " is lost: the connection was lost or has too many browsers, and the message was consumed;"
                        + " ask for another enumeration");
    }

    /** A name with @ and this server's behind it is the part of a distributed queue that this server has. */
    private DestinationName ofThisServer(DestinationName asked) {
        String suffix = "@" + server.name();
        String name = asked.name();
        return name.endsWith(suffix) && name.length() > suffix.length()
                ? new DestinationName(asked.topic(), name.substring(0, name.length() - suffix.length()))
                : asked;
    }

    private DestinationName makeTemporary(boolean topic, @Nullable String before) throws JmsFailure {
        DestinationName name = new DestinationName(
                topic,
                before == null
                        ? DestinationName.TEMPORARY + server.name() + "." + number + "." + server.nextNumber() + "."
                                + server.run()
                        : before);
        if (!name.temporary() || server.destinations.containsKey(name)) {
            throw new JmsFailure(
                    JmsFailure.Code.INVALID_DESTINATION, "the " + name + " is another connection's, or not temporary");
        }
        Destination made = server.destination(name, DestinationRules.STANDARD);
        made.configured = true;
        made.owner = this;
        temporaries.add(name);
        return name;
    }

    private void dropTemporary(DestinationName name) throws JmsFailure {
        Destination destination = server.usable(name);
        if (destination.owner != this) {
            throw new JmsFailure(
                    JmsFailure.Code.ILLEGAL_STATE, "the " + name + " is no temporary one of this connection");
        }
        for (Node each : destination.nodes) {
            if (each.queue.consumers() > 0) {
                throw new JmsFailure(
                        JmsFailure.Code.ILLEGAL_STATE,
                        "the " + name + " has consumers; close them before it is deleted");
            }
        }
        removeTemporary(destination);
    }

    private void removeTemporary(Destination destination) {
        temporaries.remove(destination.name);
        destination.configured = false;
        server.destinations.remove(destination.name);
        destination.nodes.forEach(server::ended);
        server.refuseAll(
                send -> destination.blocked.contains(send),
                new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "the " + destination.name + " was deleted"));
    }

    /** Returns what it does now. */
    ConnectionState state() {
        int blocked = 0;
        long bytes = 0;
        for (Destination each : server.destinations.values()) {
            for (BlockedSend send : each.blocked) {
                if (send.connection() == this) {
                    blocked++;
                    bytes += send.bytes();
                }
            }
        }
        return new ConnectionState(
                number,
                clientId == null ? "" : clientId,
                consumers.size(),
                inFlight.size(),
                blocked,
                bytes,
                temporaries.size(),
                sent,
                slowed.size(),
                since);
    }

    /** Returns what its sessions do now. */
    List<SessionState> sessionStates() {
        Map<Long, Held> held = new HashMap<>();
        sessions.keySet().forEach(each -> held.put(each, new Held()));
        for (ServerConsumer each : consumers.values()) {
            Held of = held.get(each.figures().session());
            if (of != null) {
                of.consumers++;
                of.inFlight += each.node().queue.inFlightOf(each.id()).size();
                of.free += each.node().queue.creditOf(each.id());
            }
        }
        for (InFlight each : inFlight.values()) {
            Held of = held.get(each.session());
            if (of != null) {
                of.unacknowledged++;
                of.oldest = Math.min(of.oldest, each.message().message().timestamp());
            }
        }
        return sessions.values().stream()
                .map(each -> state(each, held.getOrDefault(each.number, new Held())))
                .toList();
    }

    /** Sums of a session's consumers and deliveries. */
    private static final class Held {
        int consumers;
        int inFlight;
        int free;
        int unacknowledged;
        long oldest = Long.MAX_VALUE;
    }

    private SessionState state(SessionFigures of, Held held) {
        return new SessionState(
                number,
                of.number,
                held.consumers,
                held.inFlight,
                held.free,
                held.unacknowledged,
                of.sent,
                of.sentLastHour.lastHour(server.now()),
                of.received,
                of.receivedLastHour.lastHour(server.now()),
                held.oldest == Long.MAX_VALUE ? 0 : held.oldest,
                of.since);
    }

    /** Returns what its consumers do now. */
    List<ConsumerState> consumerStates() {
        return consumers.values().stream().map(this::state).toList();
    }

    private ConsumerState state(ServerConsumer of) {
        Node node = of.node();
        List<QueuedMessage> held = node.queue.inFlightOf(of.id());
        Subscription subscription = node.subscription;
        return new ConsumerState(
                number,
                of.figures().session(),
                node.destination.name,
                subscription == null ? "" : subscription.shown(),
                subscription == null ? of.figures().selector.text() : subscription.selector.text(),
                of.forwarding(),
                held.size(),
                node.queue.creditOf(of.id()),
                server.paging.waiting(of),
                of.figures().delivered,
                of.figures().lastHour.lastHour(server.now()),
                held.stream()
                        .mapToLong(each -> each.message().timestamp())
                        .min()
                        .orElse(0),
                of.figures().since);
    }

    // ---- deliveries and the end ------------------------------------------------------------------------------------

    void deliver(long client, List<Delivery> batch) {
        handler.delivered(client, batch);
    }

    /** Ends the connection from the server's side. */
    void end(JmsFailure why) {
        if (!ended) {
            release();
            handler.ended(why);
        }
    }

    private void release() {
        ended = true;
        server.refuseAll(
                send -> send.connection() == this && !send.oneWay(),
                new JmsFailure(JmsFailure.Code.CLOSED, "the connection was closed while a send waited for room"));
        for (ServerConsumer each : List.copyOf(consumers.values())) {
            revokeNow(each);
            server.step(each.node(), new QueueEvent.Revoked(each.id()));
            giveUp(each);
        }
        List<InFlight> left = List.copyOf(inFlight.values());
        inFlight.clear();
        server.deliverer.giveBack(left, true);
        List.copyOf(consumers.values()).forEach(this::end);
        for (DestinationName each : List.copyOf(temporaries)) {
            Destination destination = server.destinations.get(each);
            if (destination != null) {
                removeTemporary(destination);
            }
        }
        if (clientId != null) {
            server.clientIds.remove(clientId, this);
        }
        server.forget(this);
    }

    @Override
    public void close() {
        server.locked(() -> {
            if (!ended) {
                release();
            }
        });
    }
}
