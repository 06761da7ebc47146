package io.keelson.jms;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.HolderRecord;
import io.keelson.jms.store.HolderRecord.Holders;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.ReplicaFigures;
import io.keelson.jms.store.ReplicaFrames;
import io.keelson.jms.store.ReplicaPeers;
import io.keelson.jms.store.ReplicaRules;
import io.keelson.jms.store.ReplicatedMessageStore;
import io.keelson.jms.store.StoreReplica;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable;
import io.keelson.kernel.spi.record.RecordTable.Change;
import io.keelson.kernel.spi.record.RecordTable.Delta;
import io.keelson.kernel.spi.record.RecordTable.Entry;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.spi.Members;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The replicated message stores as one member sees them: the record of who has which, copies of other members' stores, and what the owner
 * of a store needs. Thread-safe: {@code beginnings} guards which stores are owned and copied here, and is held while a copy is opened or
 * closed; {@code lock} guards what is known of the record.
 */
final class JmsReplicas implements AutoCloseable {
    private static final String TABLE = "jms/stores";
    private static final String BRANCHES = "branches/";
    private static final int MOST_RECORDS = 2_000;
    private static final int LONGEST_NAME = 200;
    private static final int PATIENCE_SECONDS = 20;

    /** For how many looks nobody may have a store until that is said. */
    private static final int LOOKS = 10;

    private final String self;
    private final String adminServer;
    private final Path domain;
    private final JmsSettings settings;
    private final Ticker ticker;
    private final ClusterView view;
    private final ServerStreams streams;
    private final Supplier<List<Members.Member>> members;
    private final RecordTable table;
    private final AtomicBoolean stale = new AtomicBoolean(true);
    private final AtomicBoolean reading = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Holders> known = new TreeMap<>();
    private final Map<String, Integer> unreachable = new HashMap<>();
    private long version;
    private boolean loaded;

    private final ReentrantLock beginnings = new ReentrantLock();
    private final Set<String> owned = new HashSet<>();
    private final Map<String, StoreReplica> copies = new HashMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<String, ReplicatedMessageStore> open = new ConcurrentHashMap<>();
    private boolean closed;

    JmsReplicas(
            JmsServers.Parts parts,
            ClusterView view,
            ClusterRecords records,
            ServerStreams streams,
            Supplier<List<Members.Member>> members) {
        this.self = parts.server();
        this.adminServer = parts.adminServer();
        this.domain = parts.domain();
        this.settings = parts.settings();
        this.ticker = parts.ticker();
        this.view = view;
        this.streams = streams;
        this.members = members;
        this.table = records.open(TABLE, MOST_RECORDS, () -> stale.set(true));
        streams.accept(ReplicaChannel.PURPOSE, (stream, greeting, secure) -> accepted(stream, greeting));
    }

    // ---- the record ------------------------------------------------------------------------------------------------

    /** Reads what has changed, without waiting, and says where nobody has a store. */
    void look() {
        if (stale.compareAndSet(true, false)) {
            refresh();
        }
        ClusterView.View now = view.current();
        if (!now.formed()) {
            return;
        }
        for (Map.Entry<String, Holders> each : known().entrySet()) {
            Set<String> servers = each.getValue().servers();
            boolean there = servers.stream()
                    .anyMatch(
                            server -> server.equals(self) || now.member(server).isPresent());
            int looks = there ? 0 : unreachable.getOrDefault(each.getKey(), 0) + 1;
            unreachable.put(each.getKey(), looks);
            if (looks == LOOKS) {
                JmsLog.LOG.nobodyHasStore(each.getKey(), new TreeSet<>(servers).toString());
            }
        }
    }

    private void refresh() {
        if (!reading.compareAndSet(false, true)) {
            stale.set(true);
            return;
        }
        long since;
        lock.lock();
        try {
            since = version;
        } finally {
            lock.unlock();
        }
        table.read(since).whenComplete((delta, error) -> {
            reading.set(false);
            if (error != null || delta == null) {
                stale.set(true);
            } else {
                take(delta);
            }
        });
    }

    private void take(Delta delta) {
        lock.lock();
        try {
            if (delta.whole()) {
                known.clear();
            }
            delta.removed().forEach(known::remove);
            for (Entry each : delta.changed()) {
                if (!each.key().startsWith(BRANCHES)) {
                    known.put(each.key(), new Holders(each.version(), servers(each.value())));
                }
            }
            version = delta.version();
            loaded = true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns which servers have the whole of which stores; may be old. */
    Map<String, Holders> known() {
        lock.lock();
        try {
            return Map.copyOf(known);
        } finally {
            lock.unlock();
        }
    }

    /** A value has a line that no other has, so that each replacement differs, and a line for each server. */
    private static byte[] value(Set<String> servers) {
        return (UUID.randomUUID() + "\n" + String.join("\n", new TreeSet<>(servers))).getBytes(StandardCharsets.UTF_8);
    }

    private static Set<String> servers(byte[] value) {
        List<String> lines = new String(value, StandardCharsets.UTF_8).lines().toList();
        return new TreeSet<>(lines.subList(Math.min(1, lines.size()), lines.size()));
    }

    private static <T> T await(CompletionStage<T> answer) throws IOException {
        try {
            return answer.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the voters of the cluster were asked", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the voters of the cluster do not answer: " + e.getMessage(), e);
        }
    }

    private static Optional<Entry> entry(Delta delta, String key) {
        return delta.changed().stream().filter(each -> each.key().equals(key)).findFirst();
    }

    /** The record of one store under the lease of its owner. */
    private final class OwnersRecord implements HolderRecord {
        private final String server;
        private final Fence fence;

        OwnersRecord(String server, Fence fence) {
            this.server = server;
            this.fence = fence;
        }

        @Override
        public CompletionStage<Outcome> replace(Holders before, Set<String> servers) {
            return changed(new Change.Replace(server, before.version(), value(servers)), servers);
        }

        CompletionStage<Outcome> add() {
            Set<String> servers = Set.of(server);
            return changed(new Change.Add(server, value(servers)), servers);
        }

        private CompletionStage<Outcome> changed(Change change, Set<String> servers) {
            return table.change(change, Optional.of(fence)).thenApply(outcome -> {
                stale.set(true);
                return switch (outcome.result()) {
                    case DONE -> new Outcome.Done(new Holders(outcome.version(), servers));
                    case CONFLICT, GONE, FULL -> new Outcome.Changed();
                    case FENCED -> new Outcome.Fenced();
                };
            });
        }

        @Override
        public CompletionStage<Holders> read() {
            return table.read(0)
                    .thenApply(delta -> entry(delta, server)
                            .map(each -> new Holders(each.version(), servers(each.value())))
                            .orElse(new Holders(0, Set.of())));
        }
    }

    /** Returns where recovery looks for branches of a JMS server's transactions. */
    BranchPlaces.Kept branchPlaces(String server) {
        return new BranchPlaces.Kept() {
            @Override
            public Set<String> read() throws IOException {
                return entry(await(table.read(0)), BRANCHES + server)
                        .map(each -> servers(each.value()))
                        .orElse(Set.of());
            }

            @Override
            public void write(Set<String> names) throws IOException {
                String key = BRANCHES + server;
                Optional<Entry> there = entry(await(table.read(0)), key);
                Change change = there.isEmpty()
                        ? new Change.Add(key, value(names))
                        : new Change.Replace(key, there.get().version(), value(names));
                if (await(table.change(change, Optional.empty())).result() != RecordTable.Result.DONE) {
                    throw new IOException("another server has changed the places of branches of " + server
                            + " at the same time; try again");
                }
            }
        };
    }

    // ---- who may own -----------------------------------------------------------------------------------------------

    /** Returns true if this server may ask for the lease: it has the whole store, and the home, if that has it too, is gone. */
    boolean mayOwn(String server) {
        lock.lock();
        try {
            Holders holders = known.get(server);
            if (!loaded) {
                return false;
            }
            if (holders == null) {
                return server.equals(self);
            }
            boolean homeHas = holders.servers().contains(server)
                    && view.current().member(server).isPresent();
            return holders.servers().contains(self) && (server.equals(self) || !homeHas);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the directory that this server has for a store. */
    Path directory(String server) {
        Path own = settings.store(domain, self);
        return server.equals(self)
                ? own
                : own.resolveSibling(own.getFileName() + "-copies").resolve(server);
    }

    /** Returns the figures of a store that is open here. */
    Optional<ReplicaFigures> figures(String server) {
        return Optional.ofNullable(open.get(server)).map(ReplicatedMessageStore::replicas);
    }

    private FileMessageStore files(String server) {
        return new FileMessageStore(
                server,
                directory(server),
                settings.synchronousWritePolicy(),
                settings.storeSegmentSize().toInt());
    }

    /** Returns a store as the host of its JMS server here gets at it. */
    HostStore of(String server) {
        return new Owned(server);
    }

    private record Prepared(OwnersRecord record, Holders holders) {}

    private final class Owned implements HostStore {
        private final String server;
        private volatile @Nullable Prepared prepared;

        Owned(String server) {
            this.server = server;
        }

        @Override
        public boolean stored() {
            return Files.isDirectory(directory(server)) || known().containsKey(server);
        }

        @Override
        public boolean mayOwn() {
            return JmsReplicas.this.mayOwn(server);
        }

        @Override
        public void prepare(@Nullable Lease lease) throws IOException {
            if (lease == null) {
                throw new IOException(
                        "a replicated message store needs the leases of a cluster; use message-store: file");
            }
            OwnersRecord record = new OwnersRecord(server, lease.fence());
            Holders holders = await(record.read());
            if (holders.servers().isEmpty() && server.equals(self)) {
                if (await(record.add()) instanceof HolderRecord.Outcome.Done done) {
                    holders = done.now();
                } else {
                    holders = await(record.read());
                }
            }
            if (!holders.servers().contains(self)) {
                throw new NotWholeException("the server " + self + " does not have the whole message store of " + server
                        + "; the servers " + holders.servers() + " have");
            }
            retire(lease.epoch());
            prepared = new Prepared(record, holders);
        }

        /** No copy is taken here from now on. */
        private void retire(long epoch) {
            StoreReplica copy;
            beginnings.lock();
            try {
                owned.add(server);
                epochs.merge(server, epoch, Math::max);
                copy = copies.remove(server);
                if (copy != null) {
                    copy.close();
                }
            } finally {
                beginnings.unlock();
            }
        }

        @Override
        public MessageStore make(Runnable broken) throws IOException {
            Prepared with = prepared;
            if (with == null) {
                throw new IOException("the record of the message store of " + server + " was not read yet");
            }
            prepared = null;
            ReplicatedMessageStore made = new ReplicatedMessageStore(
                    server,
                    files(server),
                    with.record(),
                    with.holders(),
                    new Others(server, with.record().fence.epoch()),
                    new ReplicaRules(
                            self,
                            server,
                            settings.replicaMissing() == ReplicaMissing.ALONE,
                            Duration.ofNanos(settings.replicaTimeout().toNanos())),
                    ticker);
            open.put(server, made);
            return made;
        }

        @Override
        public void closed() {
            open.remove(server);
            prepared = null;
            beginnings.lock();
            try {
                owned.remove(server);
            } finally {
                beginnings.unlock();
            }
        }
    }

    // ---- to copies -------------------------------------------------------------------------------------------------

    /** The other members, as the owner of a store reaches them. */
    private final class Others implements ReplicaPeers {
        private final String server;
        private final long epoch;

        Others(String server, long epoch) {
            this.server = server;
            this.epoch = epoch;
        }

        /** In a ring that begins behind this server, so that copies are spread. */
        @Override
        public List<String> candidates() {
            List<String> behind = new ArrayList<>();
            List<String> before = new ArrayList<>();
            Set<String> all = new TreeSet<>();
            view.current().members().stream().map(ClusterMember::server).forEach(all::add);
            all.remove(self);
            all.remove(adminServer);
            all.forEach(each -> (each.compareTo(self) > 0 ? behind : before).add(each));
            behind.addAll(before);
            return behind;
        }

        @Override
        public void connect(String to, Listener listener) {
            Threads.daemon("keelson.jms: connection to the copy of " + server, () -> open(to, listener))
                    .start();
        }

        private void open(String to, Listener listener) {
            Opening opening = new Opening(listener);
            ReplicaChannel channel = new ReplicaChannel(opening);
            opening.channel = channel;
            byte[] greeting = new ByteWriter(64)
                    .put(ReplicaFrames.VERSION)
                    .putText(server)
                    .putLong(epoch)
                    .toBytes();
            IOException failed = new IOException("no address of the server " + to + " is known");
            for (Members.Member each : members.get()) {
                if (each.name().equals(to)) {
                    for (String address : each.addresses()) {
                        try {
                            channel.over(streams.open(address, ReplicaChannel.PURPOSE, greeting, channel));
                            return;
                        } catch (IOException e) {
                            failed = e;
                        }
                    }
                }
            }
            listener.closed(String.valueOf(failed.getMessage()));
        }
    }

    /** The first frame of a copy says that it is open. */
    private static final class Opening implements ReplicaChannel.Receiver {
        private final ReplicaPeers.Listener listener;
        private volatile @Nullable ReplicaChannel channel;
        private boolean opened;

        Opening(ReplicaPeers.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void received(byte[] frame) {
            ReplicaChannel over = channel;
            if (opened || over == null) {
                listener.received(frame);
            } else {
                opened = true;
                listener.opened(over);
            }
        }

        @Override
        public void closed(String why) {
            listener.closed(why);
        }
    }

    // ---- copies here -----------------------------------------------------------------------------------------------

    private ServerStream.Listener accepted(ServerStream stream, byte[] greeting) throws IOException {
        String server;
        long epoch;
        try {
            ByteReader in = new ByteReader(greeting);
            int spoken = in.get();
            if (spoken != ReplicaFrames.VERSION) {
                throw new IOException("this server speaks version " + ReplicaFrames.VERSION
                        + " of the protocol of replicated message stores, not " + spoken);
            }
            server = in.getName();
            epoch = in.getLong();
        } catch (IllegalArgumentException e) {
            throw new IOException("the greeting of the owner of a message store cannot be read: " + e.getMessage(), e);
        }
        if (!server.matches("[A-Za-z0-9._-]{1," + LONGEST_NAME + "}") || server.matches("\\.+")) {
            throw new IOException("the owner of a message store names a server that cannot be: '" + server + "'");
        }
        Copy copy = new Copy();
        ReplicaChannel channel = new ReplicaChannel(copy);
        channel.over(stream);
        Threads.daemon("keelson.jms: beginning of the copy of " + server, () -> begin(server, epoch, copy, channel))
                .start();
        return channel;
    }

    private void begin(String server, long epoch, Copy copy, ReplicaChannel channel) {
        beginnings.lock();
        try {
            Long last = epochs.get(server);
            if (closed || owned.contains(server) || last != null && epoch < last) {
                channel.close(
                        closed
                                ? "the server " + self + " stops"
                                : "the server " + self + " owns the message store of " + server
                                        + " itself now, or knows a later owner than that of epoch " + epoch);
                return;
            }
            epochs.put(server, epoch);
            StoreReplica before = copies.remove(server);
            if (before != null) {
                before.close();
            }
            StoreReplica made = new StoreReplica(server, epoch, files(server), channel);
            copies.put(server, made);
            copy.set(made);
            made.start();
        } finally {
            beginnings.unlock();
        }
    }

    /** The receiving end of a copy. The replica may come after the end of its stream. */
    private static final class Copy implements ReplicaChannel.Receiver {
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable StoreReplica replica;
        private boolean over;

        void set(StoreReplica made) {
            lock.lock();
            try {
                replica = made;
                if (over) {
                    made.end();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void received(byte[] frame) {
            lock.lock();
            try {
                if (replica != null) {
                    replica.received(frame);
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void closed(String why) {
            lock.lock();
            try {
                over = true;
                if (replica != null) {
                    replica.end();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void close() {
        List<StoreReplica> all;
        beginnings.lock();
        try {
            closed = true;
            all = new ArrayList<>(copies.values());
            copies.clear();
        } finally {
            beginnings.unlock();
        }
        all.forEach(StoreReplica::close);
        table.close();
    }
}
