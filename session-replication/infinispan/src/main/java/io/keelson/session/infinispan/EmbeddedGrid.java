package io.keelson.session.infinispan;

import static io.keelson.session.infinispan.InfinispanLog.LOG;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.session.grid.EmbeddedGridRuntime;
import io.keelson.session.grid.GridEntries;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Embedded;
import io.keelson.session.grid.GridFounder.Plan;
import io.keelson.session.grid.GridFounder.Standing;
import io.keelson.session.grid.GridVault;
import io.keelson.session.grid.OpeningAttempts;
import io.keelson.session.store.SessionVault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The grid on this server. It opens in the background, and what is asked before waits. Thread-safe.
 */
final class EmbeddedGrid implements Embedded, GridEntries {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final long LOOK_MILLIS = 60_000;
    private static final long TURN_SECONDS = 3_600;
    private static final byte[] TURN = "who leaves".getBytes(StandardCharsets.UTF_8);

    private final Bond bond;
    private final Plan plan;
    private final OpeningAttempts attempts;
    private final OpeningPause pause;
    private volatile @Nullable GridNode node;
    private volatile boolean closed;
    private @Nullable Thread opening;

    EmbeddedGrid(Bond bond, Plan plan, OpeningAttempts.Listener listener) {
        this.bond = bond;
        this.plan = plan;
        attempts = new OpeningAttempts(listener);
        pause = new OpeningPause(bond);
    }

    private Deadline deadline(Duration longest) {
        return Deadline.in(Ticker.system(), longest);
    }

    void open() {
        bond.tell(Standing.WAITING);
        Thread opener = Threads.daemon("keelson.grid.open", this::enter);
        opening = opener;
        opener.setContextClassLoader(EmbeddedGrid.class.getClassLoader());
        opener.start();
    }

    private void enter() {
        Deadline patience = deadline(plan.startTimeout());
        while (!closed) {
            if (!bond.mayEnter(patience.passed())) {
                bond.await(TICK);
                continue;
            }
            try {
                GridNode next = GridNode.start(bond, plan);
                if (closed) {
                    next.stop();
                    return;
                }
                node = next;
                bond.marks(next::mark);
                bond.tell(Standing.READY);
                attempts.ended();
                LOG.entered(next.members());
                return;
            } catch (RuntimeException e) { // Infinispan declares no other
                pauseAfter(e);
            }
        }
    }

    /** While it waits it stands in nobody's way: of those that wait only the first by name may enter. */
    private void pauseAfter(RuntimeException cause) {
        OpeningAttempts.Failure failure = attempts.failed(cause);
        if (failure.news()) {
            LOG.notEntered(cause);
        } else {
            LOG.debugf(cause, "the grid of the servers could not be entered, attempt %d", attempts.failures());
        }
        if (closed) {
            return;
        }
        bond.tell(Standing.OUT);
        if (pause.await(failure.pause())) {
            attempts.hurry();
        }
        if (!closed) {
            bond.tell(Standing.WAITING);
        }
    }

    @Override
    public void awaitReady(Duration longest) {
        Deadline deadline = deadline(longest);
        while (!closed && !deadline.passed() && whole() == null) {
            bond.await(TICK);
        }
    }

    /** The node, where it has all whom the cluster says to be in the grid; else null. */
    private @Nullable GridNode whole() {
        GridNode now = node;
        return now != null && now.hasAll(bond.peers()) ? now : null;
    }

    @Override
    public SessionVault vault(String application, boolean shared, Consumer<String> torn) {
        return new GridVault(this, application, shared, torn);
    }

    /** Something that is done with the entries. */
    private interface Use<T> {
        T with(GridNode node);
    }

    /** Does it on what is in force: where that was in doubt meanwhile, or a server that was asked just left, it is done again. */
    private <T> T read(Use<T> use) throws IOException {
        Deadline deadline = deadline(plan.requestTimeout());
        while (true) {
            long before = settled(deadline);
            try {
                T result = once(use);
                if (bond.doubts() == before) {
                    return result;
                }
            } catch (LeavingException e) {
                LOG.debugf(e, "asked again");
                bond.await(TICK);
            }
        }
    }

    /**
     * Writes, and says whether what was to be written is there. Where that was in doubt meanwhile, as this server was paused in the
     * middle, what the others have counts; where a server that was asked just left it is done again.
     *
     * @param use says whether it has written
     */
    private boolean write(byte[] key, byte[] value, Use<Boolean> use) throws IOException {
        Deadline deadline = deadline(plan.requestTimeout());
        while (true) {
            long before = settled(deadline);
            try {
                boolean written = once(use);
                return bond.doubts() == before && written || Arrays.equals(get(key), value);
            } catch (LeavingException e) {
                LOG.debugf(e, "written again");
                bond.await(TICK);
            }
        }
    }

    private <T> T once(Use<T> use) throws IOException {
        GridNode now = node;
        try {
            if (now != null) {
                return use.with(now);
            }
        } catch (RuntimeException e) { // Infinispan declares no other
            if (GridNode.leaves(e)) {
                throw new LeavingException(e);
            }
            throw new IOException("the grid of the servers: " + e, e);
        }
        throw new IOException("this server has left the grid of the servers");
    }

    /** A server that was asked leaves just now: the next one is asked in a moment. */
    private static final class LeavingException extends IOException {
        private static final long serialVersionUID = 1;

        LeavingException(RuntimeException cause) {
            super("a server that was asked leaves the grid of the servers", cause);
        }
    }

    /**
     * Waits until this server has all whom the cluster says to be in the grid, and what it has is in force; returns which doubt that was.
     */
    private long settled(Deadline deadline) throws IOException {
        while (true) {
            long doubts = bond.doubts();
            if (doubts >= 0 && whole() != null) {
                return doubts;
            }
            if (closed || deadline.passed()) {
                throw new IOException("the grid of the servers is not whole now: " + state());
            }
            bond.await(TICK);
        }
    }

    @Override
    public byte @Nullable [] get(byte[] key) throws IOException {
        return read(there -> Optional.ofNullable(there.cache().get(key))).orElse(null);
    }

    @Override
    public @Nullable Seen see(byte[] key) throws IOException {
        byte[] there = get(key);
        return there == null ? null : new Seen(there, 0);
    }

    @Override
    public byte @Nullable [] putIfAbsent(byte[] key, byte[] value, long seconds) throws IOException {
        boolean written =
                write(key, value, there -> there.cache().putIfAbsent(key, value, seconds, TimeUnit.SECONDS) == null);
        byte[] there = written ? null : get(key);
        if (!written && there == null) {
            throw new IOException("an entry of the grid of the servers went just then");
        }
        return there;
    }

    @Override
    public boolean replace(byte[] key, Seen seen, byte[] value, long seconds) throws IOException {
        return write(key, value, there -> there.cache().replace(key, seen.value(), value, seconds, TimeUnit.SECONDS));
    }

    @Override
    public void put(byte[] key, byte[] value, long seconds) throws IOException {
        write(key, value, there -> {
            there.cache().put(key, value, seconds, TimeUnit.SECONDS);
            return true;
        });
    }

    @Override
    public void each(BiConsumer<byte[], byte[]> taker) throws IOException {
        read(there -> {
            there.own(taker);
            return true;
        });
    }

    @Override
    public long lookMillis() {
        return LOOK_MILLIS;
    }

    /** Opens with the servers: who asks before that waits, and is told then. */
    @Override
    public void probe() throws IOException {
        GridNode now = node;
        if (now != null) {
            settled(deadline(plan.requestTimeout()));
        }
    }

    @Override
    public EmbeddedGridRuntime state() {
        GridNode now = node;
        String standing = now == null ? Standing.WAITING.name() : Standing.READY.name();
        return new EmbeddedGridRuntime(
                standing.toLowerCase(Locale.ROOT),
                now == null ? 0 : now.members(),
                now == null ? plan.owners() : now.owners(),
                now == null ? 0 : now.entries(),
                now == null ? 0 : now.withoutCopies(bond.peers()),
                attempts.failures(),
                attempts.reason());
    }

    @Override
    public void leave(Duration longest) {
        GridNode now = node;
        if (now == null || closed) {
            close();
            return;
        }
        try {
            if (!myTurn(now, deadline(longest)) && now.exposed(bond.peers()) > 0) {
                LOG.leftUnsafely(now.exposed(bond.peers()));
            }
            if (now.members() == 1 && now.entries() > 1) {
                LOG.endsWithThis(now.entries() - 1);
            }
        } catch (RuntimeException e) { // Infinispan declares no other
            LOG.leftUnsafely(GridNode.SEGMENTS);
            LOG.debugf(e, "leaves without a turn");
        }
        close();
    }

    /** One after the other: who has the turn leaves when all sessions have their owners; the next one takes it when he has gone. */
    private boolean myTurn(GridNode now, Deadline deadline) {
        byte[] me = bond.self().run().getBytes(StandardCharsets.UTF_8);
        while (!deadline.passed()) {
            try {
                if (take(me, now) && now.exposed(bond.peers()) == 0) {
                    return true;
                }
            } catch (IOException e) {
                LOG.debugf(e, "the turn to leave is asked for again");
            }
            bond.await(TICK);
        }
        return false;
    }

    private boolean take(byte[] me, GridNode now) throws IOException {
        byte[] there = putIfAbsent(TURN, me, TURN_SECONDS);
        if (there == null || Arrays.equals(there, me)) {
            return true;
        }
        return !inGrid(there) && now.exposed(bond.peers()) == 0 && replace(TURN, new Seen(there, 0), me, TURN_SECONDS);
    }

    private boolean inGrid(byte[] run) {
        String holder = new String(run, StandardCharsets.UTF_8);
        return bond.peers().stream()
                .anyMatch(peer ->
                        peer.member().run().equals(holder) && peer.standing().compareTo(Standing.ENTERING) >= 0);
    }

    @Override
    public void close() {
        closed = true;
        pause.end();
        Thread opener = opening;
        GridNode now = node;
        if (now == null && opener != null) {
            try {
                opener.join(plan.requestTimeout().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            now = node;
        }
        node = null;
        if (now != null) {
            now.stop();
        }
        bond.tell(Standing.OUT);
        attempts.ended();
    }
}
