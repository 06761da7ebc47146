package io.keelson.jms.net;

import io.keelson.base.time.Ticker;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.BranchId;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A link to the JMS server of a member, its home, that reaches destinations of other JMS servers of the cluster through
 * links to those. They are opened when they are needed. Each transaction is of one JMS server. Thread-safe.
 *
 * <p>Tags of other servers are replaced by numbers of its own, which have bit 47 set.
 */
public final class RoutingLink implements Link {
    private static final long OWN_TAG = 1L << 47;
    private static final String HOME = "";
    private static final int IDENTIFY_TRIES = 20;
    private static final int IDENTIFY_PAUSE = 100;

    /** For how many milliseconds a message waits at most for a JMS server that is away. */
    private static final long LONGEST_PATIENCE = 120_000;

    /** Knows the cluster. */
    public interface Routes {
        /** Returns the JMS server that has a destination; empty: the home. */
        String serverOf(DestinationName destination);

        /** Returns the JMS server that has the subscription of a name to a distributed topic; empty: the home. */
        default String serverOf(DestinationName topic, @Nullable String clientId, String subscription) {
            return serverOf(topic);
        }

        /**
         * Returns the JMS server that has a unit of order of a queue; empty: the home.
         *
         * @throws JmsFailure when nobody can say
         */
        default String serverOfUnit(DestinationName queue, String unit) throws JmsFailure {
            return serverOf(queue);
        }

        /** Returns true if a message of a unit waits while the JMS server of that is away; false: it is refused. */
        default boolean holdsUnits(DestinationName queue) {
            return true;
        }

        /** Returns true if a JMS server can be reached, as far as is known. */
        default boolean isThere(String server) {
            return true;
        }

        /** Returns the JMS servers that may have a durable subscription, the home not among them. */
        default List<String> serversOf(@Nullable String clientId, String subscription) {
            return List.of();
        }

        /**
         * Has recovery look for branches at another JMS server from now on. May block.
         *
         * @return false where nobody would look there
         * @throws JmsFailure when that cannot be made sure of
         */
        default boolean mayPrepare(String server) throws JmsFailure {
            return false;
        }

        /**
         * Returns the other JMS servers that may have prepared branches of a client with a coordinator of its own. Recovery asks all of
         * them.
         */
        default List<String> branchServers() {
            return List.of();
        }

        /** Opens a link to another JMS server, wherever it is. May block. */
        Link open(String server, Handler handler) throws JmsFailure;
    }

    /** Opens the home. */
    public interface Home {
        /** Connects. */
        Link connect(Handler handler) throws JmsFailure;
    }

    private record Remote(String server, long tag) {}

    private final Routes routes;
    private final Handler handler;
    private final Executor opening;
    private final Map<String, CompletableFuture<Link>> links = new ConcurrentHashMap<>();
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
    private final Map<Long, String> consumers = new ConcurrentHashMap<>();
    private final Map<Long, Remote> remotes = new ConcurrentHashMap<>();
    private final Map<BranchId, String> branches = new ConcurrentHashMap<>();
    private final AtomicLong tags = new AtomicLong();
    private volatile @Nullable Link home;
    private volatile @Nullable String clientId;
    private volatile boolean closed;

    private RoutingLink(Routes routes, Handler handler, Executor opening) {
        this.routes = routes;
        this.handler = handler;
        this.opening = opening;
    }

    /**
     * Opens a link to the home.
     *
     * @param opening opens the other ones, which may take their time
     */
    public static RoutingLink open(Home home, Routes routes, Handler handler, Executor opening) throws JmsFailure {
        RoutingLink made = new RoutingLink(routes, handler, opening);
        made.home = home.connect(made.new Incoming(HOME));
        return made;
    }

    private final class Incoming implements Handler {
        private final String server;

        Incoming(String server) {
            this.server = server;
        }

        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            if (server.equals(HOME)) {
                handler.delivered(consumer, batch);
                return;
            }
            List<Delivery> own = new ArrayList<>(batch.size());
            for (Delivery each : batch) {
                long tag = OWN_TAG | tags.incrementAndGet();
                remotes.put(tag, new Remote(server, each.tag()));
                own.add(new Delivery(tag, each.message(), each.deliveries(), each.redelivered()));
            }
            handler.delivered(consumer, own);
        }

        @Override
        public int renewed(long consumer) {
            return handler.renewed(consumer);
        }

        @Override
        public void refused(long sender, JmsFailure why) {
            handler.refused(sender, why);
        }

        @Override
        public void flow(DestinationName destination, boolean above) {
            handler.flow(destination, above);
        }

        @Override
        public void flowUnknown() {
            handler.flowUnknown();
        }

        @Override
        public void ended(JmsFailure why) {
            if (server.equals(HOME)) {
                closeOthers();
            }
            handler.ended(why);
        }
    }

    // ---- where -----------------------------------------------------------------------------------------------------

    private CompletableFuture<Link> link(String server) {
        Link own = home;
        if (server.equals(HOME) && own != null) {
            return CompletableFuture.completedFuture(own);
        }
        if (closed) {
            return CompletableFuture.failedFuture(new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed"));
        }
        CompletableFuture<Link> made = new CompletableFuture<>();
        CompletableFuture<Link> known = links.putIfAbsent(server, made);
        if (known != null) {
            return known;
        }
        Runnable open = () -> {
            try {
                Link opened = routes.open(server, new Incoming(server));
                String id = clientId;
                if (id == null) {
                    opened(opened, made);
                } else {
                    identify(server, opened, id, made, IDENTIFY_TRIES);
                }
            } catch (JmsFailure | RuntimeException e) {
                links.remove(server, made);
                boolean unused = made.completeExceptionally(e);
            }
        };
        try {
            opening.execute(open);
        } catch (RejectedExecutionException e) {
            links.remove(server, made);
            boolean unused = made.completeExceptionally(new JmsFailure(
                    JmsFailure.Code.RESOURCE_ALLOCATION, "the server has no room to open a link to " + server, e));
        }
        return made;
    }

    private Lane lane(String server) {
        return lanes.computeIfAbsent(
                server,
                each -> new Lane(
                        each,
                        new Lane.Way() {
                            @Override
                            public CompletableFuture<Link> link() {
                                return RoutingLink.this.link(each);
                            }

                            @Override
                            public boolean isThere() {
                                return routes.isThere(each);
                            }

                            @Override
                            public boolean closed() {
                                return closed;
                            }
                        },
                        opening,
                        Ticker.system()));
    }

    /**
     * Gives a link the client's id, without which its subscriptions would be others. The link that this client had before may still be
     * there for a moment.
     */
    private void identify(String server, Link opened, String id, CompletableFuture<Link> made, int tries) {
        var unused = opened.request(new Request.Identify(id)).whenComplete((done, error) -> {
            if (error == null) {
                opened(opened, made);
            } else if (tries > 0 && !closed && isInUse(error)) {
                CompletableFuture.delayedExecutor(IDENTIFY_PAUSE, TimeUnit.MILLISECONDS, opening)
                        .execute(() -> identify(server, opened, id, made, tries - 1));
            } else {
                links.remove(server, made);
                opened.close();
                boolean unusedDone = made.completeExceptionally(error);
            }
        });
    }

    private static boolean isInUse(Throwable error) {
        return error instanceof JmsFailure failure && failure.code() == JmsFailure.Code.INVALID_CLIENT_ID;
    }

    private void opened(Link opened, CompletableFuture<Link> made) {
        boolean done = made.complete(opened);
        if (closed && done) {
            opened.close();
        }
    }

    private static JmsFailure mixed() {
        return new JmsFailure(
                JmsFailure.Code.ROLLED_BACK,
                "the transaction has used destinations of several JMS servers; use distributed ones, or one JMS server in a"
                        + " transaction");
    }

    private String serverOf(List<MessageData> messages, long[] acknowledged) throws JmsFailure {
        String server = null;
        for (MessageData each : messages) {
            server = same(server, serverOf(each));
        }
        for (long each : acknowledged) {
            Remote remote = remotes.get(each);
            server = same(server, remote == null ? HOME : remote.server());
        }
        return server == null ? HOME : server;
    }

    private String serverOf(MessageData message) throws JmsFailure {
        String unit = unit(message);
        return unit == null ? routes.serverOf(message.destination()) : routes.serverOfUnit(message.destination(), unit);
    }

    /** Returns the unit of order that may have a place of its own; null: none. */
    private static @Nullable String unit(MessageData message) {
        DestinationName destination = message.destination();
        return destination.topic() || destination.temporary() ? null : message.unit();
    }

    /**
     * Returns for how many milliseconds messages may wait for a JMS server that is away; negative: not at all.
     *
     * @param most how long their sender waits
     * @throws JmsFailure when one of them may not wait, and the server is away
     */
    private long patience(String server, List<MessageData> messages, long most) throws JmsFailure {
        if (server.equals(HOME)) {
            return -1;
        }
        for (MessageData each : messages) {
            String unit = unit(each);
            if (unit == null) {
                continue;
            }
            if (routes.holdsUnits(each.destination())) {
                return Math.min(Math.max(0, most), LONGEST_PATIENCE);
            }
            if (!routes.isThere(server)) {
                throw new JmsFailure(
                        JmsFailure.Code.RESOURCE_ALLOCATION,
                        "the JMS server " + server + ", which has the unit of order '" + unit + "' of the "
                                + each.destination() + ", is away; try again later");
            }
        }
        return -1;
    }

    private static String same(@Nullable String before, String now) throws JmsFailure {
        if (before != null && !before.equals(now)) {
            throw mixed();
        }
        return now;
    }

    /** Returns the tags as their server knows them, and forgets them. */
    private long[] taken(long[] all, String server) {
        long[] own = new long[all.length];
        int count = 0;
        for (long each : all) {
            Remote remote = remotes.get(each);
            if (remote == null
                    ? server.equals(HOME) && (each & OWN_TAG) == 0
                    : remote.server().equals(server)) {
                own[count++] = remote == null ? each : remote.tag();
                remotes.remove(each);
            }
        }
        return Arrays.copyOf(own, count);
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    @Override
    public CompletableFuture<Reply> request(Request request) {
        try {
            return route(request);
        } catch (JmsFailure e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Reply> to(String server, Request request) {
        return to(server, request, -1);
    }

    private CompletableFuture<Reply> to(String server, Request request, long patience) {
        Link own = home;
        return server.equals(HOME) && own != null
                ? own.request(request)
                : lane(server).request(request, patience);
    }

    private CompletableFuture<Reply> route(Request request) throws JmsFailure {
        if (request instanceof Request.Send send) {
            String server = serverOf(send.messages(), new long[0]);
            return to(server, send, patience(server, send.messages(), send.timeout()));
        } else if (request instanceof Request.Forward forward) {
            return to(serverOf(forward.message().message()), forward);
        } else if (request instanceof Request.Acknowledge acknowledge) {
            return each(acknowledge.tags(), Request.Acknowledge::new);
        } else if (request instanceof Request.Return back) {
            return each(back.tags(), part -> new Request.Return(part, back.seen()));
        } else if (request instanceof Request.Credit credit) {
            return to(consumers.getOrDefault(credit.consumer(), HOME), credit);
        } else if (request instanceof Request.Revoke revoke) {
            return to(consumers.getOrDefault(revoke.consumer(), HOME), revoke);
        } else if (request instanceof Request.Commit commit) {
            String server = serverOf(commit.sends(), commit.acknowledged());
            long patience = patience(server, commit.sends(), commit.timeout());
            return to(
                    server,
                    new Request.Commit(
                            commit.sends(),
                            taken(commit.acknowledged(), server),
                            commit.timeout(),
                            commit.id(),
                            commit.session()),
                    patience);
        } else if (request instanceof Request.Prepare prepare) {
            return prepare(prepare);
        } else if (request instanceof Request.Decide decide) {
            return decide(decide);
        } else if (request instanceof Request.Consume consume) {
            String name = consume.subscription().name();
            String server = name == null
                    ? routes.serverOf(consume.destination())
                    : routes.serverOf(consume.destination(), clientId, name);
            consumers.put(consume.consumer(), server);
            return to(server, consume);
        } else if (request instanceof Request.EndConsumer gone) {
            String server = consumers.remove(gone.consumer());
            String of = server == null ? HOME : server;
            return to(of, new Request.EndConsumer(gone.consumer(), taken(gone.unseen(), of)));
        }
        return routeRare(request);
    }

    private CompletableFuture<Reply> routeRare(Request request) {
        if (request instanceof Request.Check check) {
            return to(routes.serverOf(check.destination()), check);
        } else if (request instanceof Request.Browse browse) {
            return browse(browse);
        } else if (request instanceof Request.InDoubt) {
            return inDoubt();
        } else if (request instanceof Request.DropTemporary drop) {
            return to(routes.serverOf(drop.destination()), drop);
        } else if (request instanceof Request.Identify identify) {
            return unwrapped(to(HOME, identify).thenApply(done -> {
                clientId = identify.clientId();
                return done;
            }));
        } else if (request instanceof Request.Unsubscribe unsubscribe) {
            return unsubscribe(unsubscribe);
        } else if (request instanceof Request.Forget || request instanceof Request.EndSession) {
            links.keySet().forEach(each -> {
                var unused = to(each, request);
            });
        }
        return to(HOME, request);
    }

    /** Ends a subscription at the home, else where the subscriptions of distributed topics are that have such a name. */
    private CompletableFuture<Reply> unsubscribe(Request.Unsubscribe request) {
        CompletableFuture<Reply> last = to(HOME, request);
        for (String each : routes.serversOf(clientId, request.subscription())) {
            last = last.handle((reply, error) -> {
                        if (error == null) {
                            return CompletableFuture.completedFuture(reply);
                        }
                        Throwable cause = cause(error);
                        return cause instanceof JmsFailure failure
                                        && failure.code() == JmsFailure.Code.INVALID_DESTINATION
                                ? to(each, request)
                                : CompletableFuture.<Reply>failedFuture(cause);
                    })
                    .thenCompose(next -> next);
        }
        return unwrapped(last);
    }

    /** A queue's name with @ and a JMS server behind it is the member that this server has of it. */
    private CompletableFuture<Reply> browse(Request.Browse browse) {
        String name = browse.destination().name();
        int at = name.lastIndexOf('@');
        if (at <= 0 || at == name.length() - 1) {
            return to(routes.serverOf(browse.destination()), browse);
        }
        DestinationName queue = new DestinationName(browse.destination().topic(), name.substring(0, at));
        return to(name.substring(at + 1), new Request.Browse(queue, browse.selector(), browse.after()));
    }

    /** Recovery looks for a branch at the home, and where the routes have it look, too. */
    private CompletableFuture<Reply> prepare(Request.Prepare prepare) throws JmsFailure {
        String server = serverOf(prepare.sends(), prepare.acknowledged());
        if (!server.equals(HOME) && !routes.mayPrepare(server)) {
            throw new JmsFailure(
                    JmsFailure.Code.ROLLED_BACK,
                    "a destination of the JMS server " + server
                            + " cannot take part in a transaction with other resources"
                            + " from here; use a distributed queue, or one of this server");
        }
        if (!server.equals(HOME)) {
            branches.put(prepare.branch(), server);
        }
        return to(
                server,
                new Request.Prepare(
                        prepare.branch(),
                        prepare.sends(),
                        taken(prepare.acknowledged(), server),
                        prepare.timeout(),
                        prepare.session()));
    }

    /** A link that was made again does not know where a branch was prepared: all that may have it are asked in turn. */
    private CompletableFuture<Reply> decide(Request.Decide decide) {
        String known = branches.remove(decide.branch());
        if (known != null) {
            return to(known, decide);
        }
        CompletableFuture<Reply> last = to(HOME, decide);
        for (String each : routes.branchServers()) {
            last = last.handle((reply, error) -> {
                        if (error == null) {
                            return CompletableFuture.completedFuture(reply);
                        }
                        Throwable cause = cause(error);
                        return cause instanceof JmsFailure failure && failure.code() == JmsFailure.Code.ILLEGAL_STATE
                                ? to(each, decide)
                                : CompletableFuture.<Reply>failedFuture(cause);
                    })
                    .thenCompose(next -> next);
        }
        return unwrapped(last);
    }

    /** Finds the prepared branches of all that may have some; where one of them cannot be asked, none is found. */
    private CompletableFuture<Reply> inDoubt() {
        Set<BranchId> all = ConcurrentHashMap.newKeySet();
        CompletableFuture<Reply> last = to(HOME, new Request.InDoubt());
        List<String> others = routes.branchServers();
        if (others.isEmpty()) {
            return last;
        }
        String asked = HOME;
        for (String each : others) {
            String before = asked;
            last = last.thenCompose(reply -> {
                found(reply, before, all);
                return to(each, new Request.InDoubt());
            });
            asked = each;
        }
        String end = asked;
        return unwrapped(last.thenApply(reply -> {
            found(reply, end, all);
            return new Reply.Branches(List.copyOf(all));
        }));
    }

    private void found(Reply reply, String server, Set<BranchId> all) {
        if (reply instanceof Reply.Branches some) {
            all.addAll(some.branches());
            some.branches().forEach(each -> branches.put(each, server));
        }
    }

    private static Throwable cause(Throwable error) {
        return error instanceof CompletionException wrapped && wrapped.getCause() != null ? wrapped.getCause() : error;
    }

    private interface Part {
        Request of(long[] tags);
    }

    private CompletableFuture<Reply> each(long[] all, Part part) {
        CompletableFuture<Reply> last = CompletableFuture.completedFuture(Reply.Done.DONE);
        List<CompletableFuture<Reply>> others = new ArrayList<>();
        for (String each : List.copyOf(links.keySet())) {
            long[] own = taken(all, each);
            if (own.length > 0) {
                others.add(to(each, part.of(own)));
            }
        }
        long[] own = taken(all, HOME);
        if (own.length > 0 || others.isEmpty()) {
            last = to(HOME, part.of(own));
        }
        for (CompletableFuture<Reply> other : others) {
            last = last.thenCombine(other, (a, b) -> b);
        }
        return unwrapped(last);
    }

    /** Fails as what is combined does, with an exception around that failure. */
    private static CompletableFuture<Reply> unwrapped(CompletableFuture<Reply> combined) {
        CompletableFuture<Reply> plain = new CompletableFuture<>();
        var unused = combined.whenComplete((reply, error) -> {
            Throwable cause = error != null && error.getCause() instanceof JmsFailure failure ? failure : error;
            boolean unusedDone = cause == null ? plain.complete(reply) : plain.completeExceptionally(cause);
        });
        return plain;
    }

    /** Messages to another JMS server keep their order with those that wait for the link there. */
    @Override
    public void sendOneWay(long sender, List<MessageData> messages) {
        try {
            String server = serverOf(messages, new long[0]);
            long patience = patience(server, messages, LONGEST_PATIENCE);
            Link own = home;
            Link direct = server.equals(HOME) ? own : lane(server).direct(patience >= 0);
            if (direct != null) {
                direct.sendOneWay(sender, messages);
                return;
            }
            var unused = to(server, new Request.Send(messages, Request.Send.ONE_WAY, null, sender), patience)
                    .whenComplete((reply, error) -> {
                        if (error != null) {
                            handler.refused(
                                    sender,
                                    error instanceof JmsFailure known
                                            ? known
                                            : new JmsFailure(
                                                    JmsFailure.Code.LOST, "the link is not there: " + error, error));
                        }
                    });
        } catch (JmsFailure e) {
            handler.refused(sender, e);
        }
    }

    @Override
    public void close() {
        closed = true;
        Link own = home;
        if (own != null) {
            own.close();
        }
        closeOthers();
    }

    private void closeOthers() {
        closed = true;
        for (CompletableFuture<Link> each : links.values()) {
            var unused = each.thenAccept(Link::close);
        }
        links.clear();
    }
}
