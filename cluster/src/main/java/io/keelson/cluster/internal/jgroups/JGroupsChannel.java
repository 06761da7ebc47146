package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.ThreadWatch;
import io.keelson.cluster.io.ProcessMark;
import io.keelson.cluster.io.ProcessTable;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.membership.Topic;
import io.keelson.cluster.membership.TopicReceivers;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.UpHandler;
import org.jgroups.View;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/**
 * The channel on JGroups. A message is a byte for its topic and then the payload; what is of another kind is dropped.
 * Thread-safe; {@code lock} guards {@code channel} and {@code closed}.
 */
public final class JGroupsChannel implements Channel {
    private static final Logger LOG = Logger.getLogger(JGroupsChannel.class);

    private static final int MOST_CALLERS = 1_000;

    private final Roster roster;
    private final StackBuilder stack;
    private final DeliveryWatch watch;
    private final DomainToken token;
    private final ExtendedUUID address;
    private final ClusterMember self;
    private final Listener listener;
    private final String group;
    private final TopicReceivers receivers = new TopicReceivers();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable JChannel channel;
    private boolean closed;
    private volatile Map<ClusterMember, Address> addresses = Map.of();
    /** The other way round: to make a member of an address costs more than all else that is done with a message. */
    private volatile Map<Address, ClusterMember> members = Map.of();
    /**
     * Members that have spoken to this server before it saw them: others may enter the view that lets it in earlier
     * than it does. They get their answers.
     */
    private final Map<ClusterMember, Address> callers = new ConcurrentHashMap<>();

    /**
     * A channel of a new run of this server.
     *
     * @param database where the servers find one another, with the discovery jdbc; else null
     * @param watch watches the threads that accept, read and deliver
     */
    public JGroupsChannel(
            Roster roster,
            ClusterSettings settings,
            DomainKey key,
            Path domain,
            @Nullable DataSource database,
            Listener listener,
            ThreadWatch watch) {
        this(
                roster,
                settings,
                key,
                domain,
                database,
                listener,
                ProcessTable.ofThisMachine().self(),
                watch);
    }

    /** A channel of a member that says that it is another process than it is: a test lets that one end. */
    JGroupsChannel(
            Roster roster,
            ClusterSettings settings,
            DomainKey key,
            Path domain,
            @Nullable DataSource database,
            Listener listener,
            ProcessMark process,
            ThreadWatch watch) {
        this.watch = new DeliveryWatch(watch);
        this.roster = roster;
        this.listener = listener;
        address = Addresses.next(roster.self(), process);
        self = Addresses.member(address).orElseThrow();
        token = DomainToken.of(roster.domain(), roster.cluster(), self, key);
        stack = new StackBuilder(roster, settings, key, domain, database, process, this.watch);
        // By multicast, or in a table, servers of other domains are met by chance, by address only by mistake: they are
        // told.
        boolean byChance = settings.transport() == ClusterSettings.Transport.UDP
                || settings.discovery() == ClusterSettings.Discovery.JDBC;
        group = byChance ? "keelson " + roster.domain() + '/' + roster.cluster() : "keelson";
    }

    @Override
    public ClusterMember self() {
        return self;
    }

    @Override
    public void connect() throws RefusedException, IOException {
        Strangers strangers = new Strangers(listener);
        JChannel next = open(strangers);
        try {
            next.connect(group);
            if (next.getView().size() == 1 && !strangers.mismatch().isEmpty()) {
                throw new SecurityException(
                        strangers.mismatch()); // alone, as those who were called are of another cluster
            }
        } catch (Exception e) { // JGroups declares no other
            next.close();
            throw failure(e);
        }
    }

    private JChannel open(Strangers strangers) throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new IOException("the channel is closed");
            }
            JChannel next = new JChannel(stack.build(token, listener, strangers));
            next.setName(roster.self());
            next.addAddressGenerator(() -> address);
            next.setUpHandler(new Ears());
            channel = next;
            return next;
        } catch (IOException e) {
            throw e;
        } catch (Exception e) { // JGroups declares no other
            throw new IOException("the channel of the cluster " + roster.cluster() + " cannot be made: " + e, e);
        } finally {
            lock.unlock();
        }
    }

    private Exception cause(Exception e) {
        Throwable cause = e;
        while (cause != null) {
            if (cause instanceof SecurityException refusal) {
                return refusal;
            }
            cause = cause.getCause();
        }
        return e;
    }

    private IOException failure(Exception e) throws RefusedException {
        Exception cause = cause(e);
        if (cause instanceof SecurityException) {
            String why = String.valueOf(cause.getMessage());
            throw new RefusedException(why, Admission.passing(why), e);
        }
        return new IOException(
                "cannot listen on " + roster.address() + " or join: " + (e.getCause() == null ? e : e.getCause()), e);
    }

    @Override
    public void send(ClusterMember to, Topic topic, byte[] payload) {
        Address seen = addresses.get(to);
        Address target = seen == null ? callers.get(to) : seen;
        JChannel open = channel();
        // While it connects, it may have been let in already.
        if (target == null || open == null || !open.isConnected() && !open.isConnecting()) {
            return;
        }
        byte[] bytes = new byte[payload.length + 1];
        bytes[0] = topic.code();
        System.arraycopy(payload, 0, bytes, 1, payload.length);
        try {
            // No flow control: it would make the sender wait for a member that is stopped.
            open.send(new BytesMessage(target, bytes).setFlag(Message.Flag.NO_FC));
        } catch (Exception e) { // JGroups declares no other; what is sent to one who is not there is lost anyhow
            LOG.debugf(e, "not sent to %s", to);
        }
    }

    /** The library's own channel, for a test of what may come over it. */
    JChannel raw() {
        return Objects.requireNonNull(channel());
    }

    /** Returns the address by which JGroups reaches a member; empty: none is known. */
    Optional<Address> address(ClusterMember member) {
        return Optional.ofNullable(addresses.get(member));
    }

    private @Nullable JChannel channel() {
        lock.lock();
        try {
            return channel;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void expect(Roster next) {
        lock.lock();
        try {
            stack.expect(next, channel);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void receive(Topic topic, Receiver receiver) {
        receivers.put(topic, receiver);
    }

    @Override
    public void close() {
        JChannel open;
        lock.lock();
        try {
            closed = true;
            open = channel;
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
        watch.close();
    }

    /** Receives the events and messages that come up the stack. */
    private final class Ears implements UpHandler {
        @Override
        public UpHandler setLocalAddress(Address own) {
            return this;
        }

        @Override
        public @Nullable Object up(Event event) {
            switch (event.getType()) {
                case Event.VIEW_CHANGE -> viewed(event.getArg());
                case Event.SUSPECT -> suspected(event.getArg());
                default -> {
                    // nothing that concerns us
                }
            }
            return null;
        }

        @Override
        public @Nullable Object up(Message message) {
            ClusterMember from = sender(message);
            if (from == null
                    || message.getType() != Message.BYTES_MSG
                    || message.isFlagSet(Message.Flag.SERIALIZED)
                    || message.getLength() == 0) {
                LOG.debugf("dropped a message of a foreign kind from %s", message.getSrc());
                return null;
            }
            byte[] array = message.getArray();
            int offset = message.getOffset();
            Receiver receiver = receiver(array[offset]);
            if (receiver != null) {
                byte[] payload = Arrays.copyOfRange(array, offset + 1, offset + message.getLength());
                watch.work(() -> receiver.delivered(from, payload));
            }
            return null;
        }
    }

    private @Nullable ClusterMember sender(Message message) {
        Address source = message.getSrc();
        ClusterMember known = source == null ? null : members.get(source);
        return known == null ? caller(source) : known;
    }

    private @Nullable ClusterMember caller(@Nullable Address source) {
        ClusterMember caller = Addresses.member(source).orElse(null);
        if (caller != null && source != null && callers.size() < MOST_CALLERS) {
            callers.put(caller, source);
        }
        return caller;
    }

    private @Nullable Receiver receiver(byte code) {
        return receivers.get(code);
    }

    private void viewed(View view) {
        Map<ClusterMember, Address> next = new HashMap<>();
        view.getMembers().forEach(one -> Addresses.member(one).ifPresent(member -> next.put(member, one)));
        addresses = Map.copyOf(next);
        Map<Address, ClusterMember> back = new HashMap<>();
        next.forEach((member, one) -> back.put(one, member));
        members = Map.copyOf(back);
        callers.clear();
        List<List<ClusterMember>> parts = new ArrayList<>();
        if (view instanceof MergeView merged) {
            merged.getSubgroups().forEach(part -> parts.add(members(part.getMembers())));
        }
        listener.view(
                view.getViewId().getId(),
                Addresses.member(view.getCreator()).orElse(self),
                members(view.getMembers()),
                parts);
    }

    /** JGroups tells of one, or of several. */
    private void suspected(Object suspects) {
        List<Address> addresses = new ArrayList<>();
        for (Object one : suspects instanceof Collection<?> several ? several : List.of(suspects)) {
            if (one instanceof Address suspect) {
                addresses.add(suspect);
            }
        }
        members(addresses).stream().filter(member -> !member.equals(self)).forEach(listener::suspected);
    }

    private static List<ClusterMember> members(Collection<Address> addresses) {
        return addresses.stream().flatMap(one -> Addresses.member(one).stream()).toList();
    }
}
