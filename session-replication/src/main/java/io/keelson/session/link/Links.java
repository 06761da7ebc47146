package io.keelson.session.link;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The direct connections of this server: offers the other members that they connect, connects to those that offer it, and sends over what
 * there is. Each member opens the one that it receives on. See docs/design/session-replication.md.
 *
 * <p>Thread-safe. What is offered, to whom and when, belongs to the thread {@code keelson.sessions.links}; who connects has a thread of
 * its own meanwhile.
 */
public final class Links implements AutoCloseable {
    /** Addresses at which servers reach one another directly. */
    private static final Topic SESSION_LINKS = new Topic(7, "session-links");

    private static final String PURPOSE = "sessions";
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** After how many looks at most an offer that nobody took is made again. */
    private static final int MOST_LOOKS = 60;
    /** After how many looks it is said that nobody takes it. */
    private static final int PATIENCE = 15;

    private final Membership membership;
    private final ServerStreams streams;
    private final boolean secureOnly;
    private final CompressionRules compression;
    private final Ticker ticker;
    private final Receiver receiver;
    private final SecureRandom random = new SecureRandom();
    private final ScheduledExecutorService thread = Threads.scheduler("keelson.sessions.links");
    private final ClusterView.Subscription views;
    private final Map<ClusterMember, UpdateLink> sending = new ConcurrentHashMap<>();
    private final Map<ClusterMember, CopyLink> receiving = new ConcurrentHashMap<>();
    /** Members by the tickets that they were told. */
    private final Map<String, ClusterMember> tickets = new ConcurrentHashMap<>();
    /** To whom this server is connecting. */
    private final Set<ClusterMember> dialling = ConcurrentHashMap.newKeySet();
    /** From whom there is no connection, which has been said. */
    private final Set<ClusterMember> missed = ConcurrentHashMap.newKeySet();

    private final Map<ClusterMember, Offered> offered = new HashMap<>();
    private volatile boolean closed;

    /** Takes what comes over the connections; on their threads, must not block. */
    public interface Receiver {
        /**
         * Takes a message.
         *
         * @param item reads it; of no use after the call
         * @return whether the sender is to be told that this server has what it says
         */
        boolean received(ClusterMember from, Decoder item);
    }

    /** Offer to a member that has no connection. */
    private static final class Offered {
        final String ticket;
        int looks;
        int next = 1;

        Offered(String ticket) {
            this.ticket = ticket;
        }
    }

    /**
     * Begins to offer and to take offers; before the membership starts.
     *
     * @param secureOnly whether only connections over TLS are made, since the cluster's channel hides what it carries too
     */
    public Links(
            Membership membership,
            ServerStreams streams,
            boolean secureOnly,
            CompressionRules compression,
            Ticker ticker,
            Receiver receiver) {
        this.membership = membership;
        this.streams = streams;
        this.secureOnly = secureOnly;
        this.compression = compression;
        this.ticker = ticker;
        this.receiver = receiver;
        streams.accept(PURPOSE, this::accepted);
        membership.group().receive(SESSION_LINKS, (from, payload) -> run(() -> offered(from, payload)));
        views = membership.view().subscribe((now, change) -> run(this::look));
        thread.scheduleWithFixedDelay(guarded(this::look), LOOK.toNanos(), LOOK.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sends over the connection to a member; false: there is none, or the message is too large for it. */
    public boolean send(ClusterMember to, Parcel parcel) {
        UpdateLink link = sending.get(to);
        return link != null && link.fits(parcel.most()) && link.offer(link.shortened(parcel));
    }

    /** Returns whether there is a connection to a member which takes no message of that length. */
    public boolean tooLarge(ClusterMember to, int length) {
        UpdateLink link = sending.get(to);
        return link != null && !link.fits(length);
    }

    /** Has the log say that a server writes sessions in another version of their form. */
    public static void foreign(String server, int version, int own) {
        LinkLog.LOG.foreign(server, version, own);
    }

    /** Has the log say that a server does not answer. */
    public static void silent(String server) {
        LinkLog.LOG.silent(server);
    }

    /** Has the log say that it does again. */
    public static void heardAgain(String server) {
        LinkLog.LOG.heardAgain(server);
    }

    /** The connections on which this server sends, for management. */
    public List<LinkRuntime> state() {
        return sending.values().stream()
                .map(UpdateLink::state)
                .sorted(Comparator.comparing(LinkRuntime::server))
                .toList();
    }

    private void run(Runnable task) {
        try {
            thread.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            // it has ended, and so have the connections
        }
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) { // a repeated task would silently end
                LinkLog.LOG.failed(e);
            }
        };
    }

    // ---- offering --------------------------------------------------------------------------------------------------

    private void look() {
        List<ClusterMember> members = membership.view().current().members();
        sending.forEach((member, link) -> {
            if (!members.contains(member)) {
                link.close("the server is not in the view of the cluster any more");
            }
        });
        receiving.forEach((member, link) -> {
            if (!members.contains(member)) {
                link.close("the server is not in the view of the cluster any more");
            }
        });
        missed.retainAll(members);
        offered.keySet().retainAll(new HashSet<>(members));
        tickets.values().retainAll(offered.keySet());
        List<String> addresses = closed ? List.of() : streams.addresses();
        if (!addresses.isEmpty()) {
            members.stream().filter(this::hasSessions).forEach(member -> offer(member, addresses));
        }
    }

    private boolean hasSessions(ClusterMember member) {
        return !member.equals(membership.group().self())
                && !member.server().equals(membership.roster().adminServer());
    }

    private void offer(ClusterMember to, List<String> addresses) {
        if (sending.containsKey(to)) {
            offered.remove(to);
            return;
        }
        Offered offer = offered.get(to);
        if (offer == null || !tickets.containsKey(offer.ticket)) {
            byte[] ticket = new byte[Offer.TICKET];
            random.nextBytes(ticket);
            offer = new Offered(HexFormat.of().formatHex(ticket));
            offered.put(to, offer);
            tickets.put(offer.ticket, to);
        } else if (++offer.looks < offer.next) {
            return;
        }
        offer.next = Math.min(offer.looks + MOST_LOOKS, Math.max(offer.looks + 1, offer.looks * 2));
        byte[] ticket = HexFormat.of().parseHex(offer.ticket);
        membership
                .group()
                .send(to, SESSION_LINKS, new Offer(Offer.VERSION, ticket, addresses, Offer.GREETED).toBytes());
        if (offer.looks >= PATIENCE && missed.add(to)) {
            LinkLog.LOG.notTaken(to.server());
        }
    }

    private ServerStream.Listener accepted(ServerStream stream, byte[] greeting, boolean secure) throws IOException {
        ClusterMember member = tickets.remove(HexFormat.of().formatHex(Offer.ticket(greeting)));
        if (member == null || closed) {
            throw new IOException("this server has not asked for that connection, or not any more");
        }
        if (secureOnly && !secure) {
            throw new IOException("sessions are sent over TLS only, as the cluster's messages are");
        }
        UpdateLink link = new UpdateLink(
                member, stream, Offer.expands(greeting) ? compression : CompressionRules.NONE, ticker, this::ended);
        UpdateLink before = sending.put(member, link);
        if (before != null) {
            before.close("there is a newer connection");
        }
        missed.remove(member);
        LinkLog.LOG.debugf("updates of sessions go to %s over a direct connection", member);
        return link;
    }

    private void ended(UpdateLink link) {
        sending.remove(link.to(), link); // it is offered again at the next look, not at once: it may end again
    }

    // ---- connecting ------------------------------------------------------------------------------------------------

    private void offered(ClusterMember from, byte[] payload) {
        try {
            Offer offer = Offer.of(payload);
            if (offer.version() != Offer.VERSION) {
                miss(
                        from,
                        "it speaks version " + offer.version() + " of direct connections, and this server "
                                + Offer.VERSION);
            } else if (!closed && dialling.add(from)) {
                Threads.daemon("keelson.sessions.connect", guarded(() -> connect(from, offer)))
                        .start();
            }
        } catch (MalformedMessageException e) {
            miss(from, "its offer " + e.getMessage());
        }
    }

    private void connect(ClusterMember to, Offer offer) {
        String why = secureOnly ? "it listens nowhere with TLS" : "it listens nowhere";
        try {
            for (String address : offer.addresses()) {
                if (secureOnly && !address.startsWith("keelsons:")) {
                    continue;
                }
                CopyLink link = new CopyLink(to, receiver, this::ended);
                try {
                    ServerStream stream = streams.open(address, PURPOSE, offer.greeting(), link);
                    link.over(stream);
                    CopyLink before = receiving.put(to, link);
                    if (before != null) {
                        before.close("there is a newer connection");
                    }
                    if (closed) {
                        link.close("this server stops");
                    }
                    missed.remove(to);
                    return;
                } catch (IOException e) {
                    why = String.valueOf(e.getMessage());
                }
            }
            miss(to, why);
        } finally {
            dialling.remove(to);
        }
    }

    private void miss(ClusterMember from, String why) {
        if (!closed && missed.add(from)) {
            LinkLog.LOG.notConnected(from.server(), why);
        }
    }

    private void ended(CopyLink link, IOException why) {
        LinkLog.LOG.debugf(why, "the connection on which %s sends sessions has ended", link.from());
        receiving.remove(link.from(), link);
    }

    /** Ends the connections and the threads. */
    @Override
    public void close() {
        closed = true;
        views.close();
        thread.shutdownNow();
        sending.values().forEach(link -> link.close("the server stops"));
        receiving.values().forEach(link -> link.close("the server stops"));
    }
}
