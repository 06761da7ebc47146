package io.keelson.cluster.names;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.cluster.names.NamingTree.Action;
import io.keelson.cluster.names.NamingTree.Event;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.StaleFence;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterNames;
import io.keelson.kernel.spi.membership.ClusterView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.naming.InvalidNameException;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.NotContextException;
import javax.naming.ServiceUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's names as the kernel's naming sees them: lets a {@link NamingTree} run on the cluster's thread, to which the
 * tree belongs. Lookups read an immutable map and wait for nobody. Thread-safe.
 */
public final class TreeNames implements ClusterNames, AutoCloseable {
    /** Changes of the cluster's name tree. */
    public static final Topic NAMES = new Topic(2, "names");

    private static final Duration TICK = Duration.ofMillis(250);

    private final Membership membership;
    private final Ticker ticker;
    private final ValueCodec values;
    private final Duration patience;
    private final NamingTree tree;
    private final Map<String, Own> own = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ClusterView.Subscription views;
    private volatile Map<String, Binding> visible = Map.of();
    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    /** Value that this member has bound itself, with its bytes. Two are equal only where they are the same. */
    private static final class Own {
        private final byte[] bytes;
        private final Object value;

        Own(byte[] bytes, Object value) {
            this.bytes = bytes;
            this.value = value;
        }

        byte[] bytes() {
            return bytes;
        }

        Object value() {
            return value;
        }
    }

    /**
     * The names of the cluster that this server is a member of; before it joins.
     *
     * @param patience how long a change may take to be decided
     */
    public TreeNames(Membership membership, Ticker ticker, ValueCodec values, Duration patience) {
        this.membership = membership;
        this.ticker = ticker;
        this.values = values;
        this.patience = patience;
        tree = new NamingTree(membership.group().self());
        membership.onTerm((term, members) -> step(new Event.Entered(term, members)));
        views = membership.view().subscribe((now, change) -> {
            if (now.formed()) {
                step(new Event.Formed());
            }
        });
        membership.group().receive(NAMES, this::received);
        membership.every(TICK, () -> {
            if (tree.waits()) {
                step(new Event.Tick());
            }
        });
    }

    private void received(ClusterMember from, byte[] payload) {
        membership.execute(() -> {
            try {
                step(new Event.Received(from, TreeCodec.read(payload)));
            } catch (MalformedMessageException e) {
                NamesLog.LOG.malformed(from.server(), String.valueOf(e.getMessage()));
            }
        });
    }

    /** On the cluster's thread. */
    private void step(Event event) {
        thread = Thread.currentThread();
        List<Action> actions = tree.step(event, ticker.nanoTime());
        Map<String, Binding> before = visible;
        for (Action action : actions) {
            if (action instanceof Action.Visible changed) {
                visible = changed.bindings(); // before anybody is told that something is bound
            }
        }
        for (Action action : actions) {
            if (action instanceof Action.Send send) {
                membership.group().send(send.to(), NAMES, TreeCodec.write(send.message()));
            } else if (action instanceof Action.Decided decided) {
                complete(decided.ticket(), decided.outcome());
            }
        }
        Map<String, Action.Lost> lost = new TreeMap<>();
        for (Action action : actions) {
            if (action instanceof Action.Lost one) {
                lost.put(one.name(), one);
            }
        }
        Map<String, Binding> after = visible;
        if (after != before) {
            report(before, after, lost.keySet());
        }
        lost.values().forEach(this::report);
    }

    private static void complete(Object ticket, Outcome outcome) {
        if (ticket instanceof Ticket known) {
            known.decided().complete(outcome);
        }
    }

    private record Ticket(CompletableFuture<Outcome> decided) {}

    /**
     * Tells listeners how the visible bindings changed. A lost binding is told as that alone: a listener that hears
     * that it was replaced drops what this server is to keep.
     */
    private void report(Map<String, Binding> before, Map<String, Binding> after, Set<String> lost) {
        before.forEach((name, binding) -> {
            forget(name, binding, after.get(name));
            if (!after.containsKey(name) && !lost.contains(name)) {
                tell(Kind.UNBOUND, entry(name, binding));
            }
        });
        after.forEach((name, binding) -> {
            Binding was = before.get(name);
            if (!binding.equals(was) && !lost.contains(name)) {
                tell(was == null ? Kind.BOUND : Kind.REPLACED, entry(name, binding));
            }
        });
    }

    /** Lets a value of this member go when its name has been replaced or removed by somebody else. */
    private void forget(String name, Binding was, @Nullable Binding is) {
        ClusterMember self = membership.group().self();
        Own mine = own.get(name);
        if (mine != null
                && was.owner().equals(self)
                && (is == null || !is.owner().equals(self))
                && Arrays.equals(mine.bytes(), was.value())
                && own.remove(name, mine)) {
            release(mine);
        }
    }

    private void report(Action.Lost lost) {
        NamesLog.LOG.lost(lost.name(), lost.winner().owner().server());
        release(own.remove(lost.name()));
        tell(Kind.LOST, entry(lost.name(), lost.winner()));
    }

    private void tell(Kind kind, Entry entry) {
        for (Listener listener : listeners) {
            try {
                listener.changed(kind, entry);
            } catch (RuntimeException e) { // one listener's failure is not the others'
                NamesLog.LOG.listenerFailed(e, entry.name());
            }
        }
    }

    private static Entry entry(String name, Binding binding) {
        return new Entry(name, binding.className(), binding.owner().server(), binding.fence());
    }

    @Override
    public void bind(String name, Object value, @Nullable Fence fence, boolean replace) throws NamingException {
        check(name);
        Own next = new Own(values.encode(value, fence), value);
        Own previous = null;
        boolean bound = false;
        try {
            if (next.bytes().length > TreeCodec.LARGEST_VALUE) {
                throw new NamingException("the value of " + name + " has " + next.bytes().length
                        + " bytes, and the cluster's names take " + TreeCodec.LARGEST_VALUE + " at most");
            }
            String className = value.getClass().getName();
            previous = own.put(name, next); // before it is decided: whoever hears of it may look it up here
            decide(name, new TreeChange.Bind(name, className, new Bytes(next.bytes()), fence, replace));
            bound = true;
        } finally {
            settle(name, previous, next, bound);
        }
    }

    /** Keeps the value that has the name now, and lets the other one go. */
    private void settle(String name, @Nullable Own previous, Own next, boolean bound) {
        if (bound) {
            release(previous);
            return;
        }
        boolean restored = previous == null ? own.remove(name, next) : own.replace(name, next, previous);
        if (!restored) {
            release(previous);
        }
        values.release(next.value());
    }

    private void release(@Nullable Own gone) {
        if (gone != null) {
            values.release(gone.value());
        }
    }

    @Override
    public void unbind(String name, @Nullable Fence fence) throws NamingException {
        check(name);
        Own mine = own.get(name);
        decide(name, new TreeChange.Unbind(name, fence, mine != null));
        if (mine != null && own.remove(name, mine)) {
            release(mine);
        }
    }

    private static void check(String name) throws NamingException {
        if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > TreeCodec.LONGEST_NAME) {
            throw new InvalidNameException(
                    "a name in the cluster has 1 to " + TreeCodec.LONGEST_NAME + " bytes: '" + name + "'");
        }
    }

    private void decide(String name, TreeChange change) throws NamingException {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException(
                    "the cluster's thread cannot wait for itself: hand the change of " + name + " to another thread");
        }
        if (closed) {
            throw new ServiceUnavailableException(name + " is not changed: this server leaves the cluster");
        }
        Ticket ticket = new Ticket(new CompletableFuture<>());
        membership.execute(() -> step(new Event.Wanted(ticket, change)));
        Outcome outcome = await(name, ticket);
        switch (outcome) {
            case DONE -> {
                // as it should be
            }
            case BOUND -> throw new NameAlreadyBoundException(name + " is bound in the cluster" + owner(name));
            case NOT_A_CONTEXT ->
                throw new NotContextException(
                        name + " is a context of other names of the cluster, or lies below one that is" + " bound");
            case STALE ->
                throw new StaleFence(
                        name + " is not changed in the cluster: the lease has been granted anew since, or was"
                                + " given back");
            case GUARDED ->
                throw new NoPermissionException(
                        name + " was bound under a lease" + owner(name) + "; only the holder of the lease changes it");
        }
    }

    private String owner(String name) {
        Binding present = visible.get(name);
        return present == null ? "" : " by the server " + present.owner().server();
    }

    private Outcome await(String name, Ticket ticket) throws NamingException {
        try {
            return ticket.decided().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            membership.execute(() -> step(new Event.GivenUp(ticket)));
            throw unavailable(name, "was not decided within " + patience.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            membership.execute(() -> step(new Event.GivenUp(ticket)));
            throw unavailable(name, "was not waited for", e);
        } catch (ExecutionException e) {
            throw unavailable(name, "failed", e);
        }
    }

    private NamingException unavailable(String name, String what, Exception cause) {
        ClusterView.View now = membership.view().current();
        String state = now.formed()
                ? ""
                : "; the cluster has not formed, missing are " + String.join(", ", new TreeSet<>(now.missing()));
        NamingException failure = new ServiceUnavailableException(
                "the change of " + name + " in the cluster " + what + "; it may have happened all the same" + state);
        failure.initCause(cause);
        return failure;
    }

    @Override
    public @Nullable Object lookup(String name, ClassLoader loader) throws NamingException {
        Binding binding = visible.get(name);
        if (binding == null) {
            return null;
        }
        Own mine = binding.owner().equals(membership.group().self()) ? own.get(name) : null;
        return mine != null && Arrays.equals(mine.bytes(), binding.value())
                ? mine.value()
                : values.decode(binding.value(), loader);
    }

    @Override
    public List<Entry> entries() {
        return new TreeMap<>(visible)
                .entrySet().stream().map(e -> entry(e.getKey(), e.getValue())).toList();
    }

    @Override
    public Registration listen(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Takes no more changes; what is under way fails in its time. */
    @Override
    public void close() {
        closed = true;
        views.close();
    }
}
