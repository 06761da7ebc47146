package io.keelson.session.grid;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Listener;
import io.keelson.session.grid.GridFounder.Peer;
import io.keelson.session.grid.GridFounder.Standing;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Servers of the cluster that have a grid of their own, by what each says on the cluster's channel. Every server of a
 * cluster answers, also one that has none: a server that wants to enter has to know that nobody is left who has. See
 * docs/design/session-grids.md. Thread-safe: {@code lock} guards all that is not final.
 */
public final class GridMembers implements Bond {
    private static final byte STATE = 1;
    private static final byte QUESTION = 2;
    private static final byte FRAME = 3;
    private static final byte CHECK = 4;
    private static final byte CHECKED = 5;
    private static final int CHECK_BYTES = 1 + Long.BYTES;
    private static final int CHECKED_BYTES = CHECK_BYTES + 2 + Long.BYTES;
    private static final Duration BEAT = Duration.ofMillis(100);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Standing[] STANDINGS = Standing.values();

    private final Membership membership;
    private final Topic topic;
    private final Ticker ticker;
    /** A member that has said nothing for so long has nothing to say: it is of a version without grids. */
    private final long silenceNanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Map<ClusterMember, Peer> peers = new HashMap<>();
    private final Map<ClusterMember, Long> firstSeen = new HashMap<>();
    private final Set<ClusterMember> gone = new HashSet<>();
    private final GridDoubt doubt;
    private Standing standing = Standing.OUT;
    private boolean coordinates;
    private volatile @Nullable Listener listener;
    private volatile LongSupplier mark = () -> 0;

    /**
     * The members of a cluster; before that has been joined.
     *
     * @param topic on which they speak of that grid
     * @param failureTimeout after how long the others go on without a server that says nothing
     */
    public GridMembers(Membership membership, Topic topic, Duration failureTimeout, Ticker ticker) {
        this.membership = membership;
        this.topic = topic;
        this.ticker = ticker;
        silenceNanos = failureTimeout.multipliedBy(2).plusSeconds(4).toNanos();
        doubt = new GridDoubt(ticker, failureTimeout.dividedBy(2));
        membership.group().receive(topic, this::heard);
        membership.view().subscribe(new Views());
        membership.every(AGAIN, this::again);
        membership.every(BEAT, this::beat);
    }

    @Override
    public ClusterMember self() {
        return membership.group().self();
    }

    @Override
    public List<Peer> peers() {
        lock.lock();
        try {
            return List.copyOf(peers.values());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Set<ClusterMember> gone() {
        lock.lock();
        try {
            return Set.copyOf(gone);
        } finally {
            lock.unlock();
        }
    }

    /** One after the other founds: who enters is seen by all who ask after that, and of those who wait the first by name goes. */
    @Override
    public boolean mayEnter(boolean alone) {
        ClusterView.View view = membership.view().current();
        lock.lock();
        try {
            if (!view.formed() && !alone || !allKnown(view)) {
                return false;
            }
            boolean there = has(Standing.CONNECTED) || has(Standing.READY);
            boolean wait = !there
                    && (has(Standing.ENTERING)
                            || peers.values().stream()
                                    .anyMatch(peer -> peer.standing() == Standing.WAITING
                                            && peer.member().compareTo(self()) < 0));
            if (wait) {
                return false;
            }
            standing = Standing.ENTERING;
        } finally {
            lock.unlock();
        }
        tellAll();
        return true;
    }

    private boolean has(Standing some) {
        return peers.values().stream().anyMatch(peer -> peer.standing() == some);
    }

    private boolean allKnown(ClusterView.View view) {
        long now = ticker.nanoTime();
        return view.members().stream()
                .allMatch(member -> member.equals(self())
                        || peers.containsKey(member)
                        || now - firstSeen.getOrDefault(member, now) > silenceNanos);
    }

    @Override
    public void tell(Standing next) {
        lock.lock();
        try {
            standing = next;
        } finally {
            lock.unlock();
        }
        tellAll();
    }

    @Override
    public void coordinates(boolean yes) {
        lock.lock();
        try {
            coordinates = yes;
        } finally {
            lock.unlock();
        }
        tellAll();
    }

    @Override
    public long doubts() {
        lock.lock();
        try {
            return doubt.count();
        } finally {
            lock.unlock();
        }
    }

    private void beat() {
        List<ClusterMember> others = others();
        long number;
        lock.lock();
        try {
            doubt.beat();
            if (!doubt.lasts()) {
                return;
            }
            number = doubt.ask(others);
            news.signalAll();
        } finally {
            lock.unlock();
        }
        byte[] question =
                ByteBuffer.allocate(CHECK_BYTES).put(CHECK).putLong(number).array();
        others.forEach(other -> membership.group().send(other, topic, question));
    }

    @Override
    public void marks(LongSupplier next) {
        mark = next;
    }

    private void answer(ClusterMember to, long number) {
        boolean seen = membership.view().current().members().contains(to);
        byte[] answer = ByteBuffer.allocate(CHECKED_BYTES)
                .put(CHECKED)
                .putLong(number)
                .put((byte) (seen ? 1 : 0))
                .put(state(STATE)[1])
                .putLong(mark.getAsLong())
                .array();
        membership.group().send(to, topic, answer);
    }

    private void answered(ClusterMember by, ByteBuffer answer) {
        long number = answer.getLong();
        boolean seen = answer.get() == 1;
        boolean ready = answer.get() == Standing.READY.ordinal();
        long theirs = answer.getLong();
        long own = mark.getAsLong();
        lock.lock();
        try {
            doubt.answered(by, number, seen && (!ready || own != 0 && own == theirs));
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void send(ClusterMember to, byte[] frame, int offset, int length) {
        byte[] payload = new byte[length + 1];
        payload[0] = FRAME;
        System.arraycopy(frame, offset, payload, 1, length);
        membership.group().send(to, topic, payload);
    }

    @Override
    public void hear(Listener one) {
        listener = one;
    }

    @Override
    public void await(Duration longest) {
        lock.lock();
        try {
            news.awaitNanos(longest.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private byte[] state(byte tag) {
        lock.lock();
        try {
            return new byte[] {tag, (byte) standing.ordinal(), (byte) (coordinates ? 1 : 0)};
        } finally {
            lock.unlock();
        }
    }

    private void tellAll() {
        byte[] state = state(STATE);
        others().forEach(other -> membership.group().send(other, topic, state));
    }

    private List<ClusterMember> others() {
        List<ClusterMember> others = new ArrayList<>(membership.view().current().members());
        others.remove(self());
        return others;
    }

    /** Repeats this server's state, and asks those that have not said theirs: messages may be lost when the view changes. */
    private void again() {
        List<ClusterMember> silent = others();
        boolean out;
        lock.lock();
        try {
            silent.removeAll(peers.keySet());
            out = standing == Standing.OUT;
        } finally {
            lock.unlock();
        }
        if (!out) {
            tellAll();
        }
        byte[] question = state(QUESTION);
        silent.forEach(other -> membership.group().send(other, topic, question));
        changed();
    }

    private void heard(ClusterMember from, byte[] payload) {
        if (payload.length == 0) {
            return;
        }
        if (payload[0] == FRAME) {
            Listener now = listener;
            if (now != null) {
                now.frame(from, payload, 1);
            }
            return;
        }
        if (payload[0] == CHECK && payload.length == CHECK_BYTES) {
            answer(from, ByteBuffer.wrap(payload).getLong(1));
            return;
        }
        if (payload[0] == CHECKED) {
            if (payload.length == CHECKED_BYTES) {
                answered(from, ByteBuffer.wrap(payload, 1, CHECKED_BYTES - 1));
            }
            return;
        }
        if (payload.length < 3 || payload[1] < 0 || payload[1] >= STANDINGS.length) {
            return;
        }
        Peer next = new Peer(from, STANDINGS[payload[1]], payload[2] == 1);
        boolean seen = membership.view().current().members().contains(from);
        boolean other;
        lock.lock();
        try {
            if (gone.contains(from) && !seen) {
                return; // said before it went
            }
            gone.remove(from); // its end was a false alarm
            other = !next.equals(peers.put(from, next));
        } finally {
            lock.unlock();
        }
        if (payload[0] == QUESTION) {
            membership.group().send(from, topic, state(STATE));
        }
        if (other) {
            changed();
        }
    }

    private void changed() {
        lock.lock();
        try {
            news.signalAll();
        } finally {
            lock.unlock();
        }
        Listener now = listener;
        if (now != null) {
            now.changed();
        }
    }

    private void left(List<ClusterMember> members) {
        lock.lock();
        try {
            members.forEach(peers::remove);
            members.forEach(firstSeen::remove);
            // Of a server that comes again only its last run matters.
            members.forEach(member -> gone.removeIf(before -> before.server().equals(member.server())));
            gone.addAll(members);
        } finally {
            lock.unlock();
        }
    }

    private final class Views implements ClusterView.Listener {
        @Override
        public void changed(ClusterView.View now, ClusterView.Change change) {
            left(change.left());
            lock.lock();
            try {
                if (change.merge()) {
                    doubt.begin();
                }
                gone.removeAll(now.members());
                now.members().forEach(member -> firstSeen.putIfAbsent(member, ticker.nanoTime()));
                // Who is new may have been heard before it was seen.
                peers.keySet().retainAll(now.members());
            } finally {
                lock.unlock();
            }
            byte[] question = state(QUESTION);
            change.joined().stream()
                    .filter(member -> !member.equals(self()))
                    .forEach(member -> membership.group().send(member, topic, question));
            GridMembers.this.changed();
        }

        @Override
        public void ended(ClusterMember member) {
            left(List.of(member));
            GridMembers.this.changed();
        }
    }

    @Override
    public String toString() {
        return "grid of " + self() + Arrays.toString(peers().toArray());
    }
}
