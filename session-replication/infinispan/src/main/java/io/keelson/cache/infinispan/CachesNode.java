package io.keelson.cache.infinispan;

import static io.keelson.cache.infinispan.CachesLog.LOG;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cache.spi.CacheAwayException;
import io.keelson.cache.spi.CacheEngine.HotRodDoor;
import io.keelson.cache.spi.CacheEngine.HotRodPlace;
import io.keelson.cache.spi.CacheEngine.Node;
import io.keelson.cache.spi.CacheEngine.Place;
import io.keelson.cache.spi.EntryStore;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Standing;
import io.keelson.session.grid.OpeningAttempts;
import io.keelson.session.infinispan.OpeningPause;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The caches of this server. They open in the background; what is asked before fails with the reason. Servers enter and leave as those of
 * the sessions' grid do: who enters asks all others first, and one after the other leaves.
 */
final class CachesNode implements Node {
    private static final Duration TICK = Duration.ofMillis(50);

    private final Place place;
    private final Map<String, PendingStore> stores = new ConcurrentHashMap<>();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final OpeningAttempts attempts;
    private final OpeningPause pause;
    private volatile @Nullable CachesOfServer open;
    private volatile boolean closed;
    private @Nullable Thread opening;
    private volatile @Nullable HotRodFront front;

    CachesNode(Place place) {
        this.place = place;
        attempts = new OpeningAttempts(place.listener());
        pause = new OpeningPause(place.bond());
        place.caches().keySet().forEach(name -> stores.put(name, new PendingStore(name, this::opened)));
    }

    private @Nullable CachesOfServer opened() {
        return open;
    }

    void open() {
        Thread opener = Threads.daemon("keelson.caches.open", this::enter);
        opening = opener;
        opener.setContextClassLoader(CachesNode.class.getClassLoader());
        opener.start();
    }

    private void enter() {
        Bond bond = place.bond();
        if (bond != null) {
            bond.tell(Standing.WAITING);
        }
        Deadline patience = Deadline.in(Ticker.system(), place.settings().startTimeout());
        while (!closed) {
            if (bond != null && !bond.mayEnter(patience.passed())) {
                bond.await(TICK);
                continue;
            }
            try {
                CachesOfServer next = CachesOfServer.start(place);
                if (closed) {
                    next.stop();
                    return;
                }
                ready(next);
                return;
            } catch (RuntimeException | LinkageError e) { // Infinispan declares no other
                pauseAfter(e);
            }
        }
    }

    /** While it waits it stands in nobody's way: of those that wait only the first by name may enter. */
    private void pauseAfter(Throwable cause) {
        OpeningAttempts.Failure failure = attempts.failed(cause);
        if (failure.news()) {
            LOG.notOpened(cause);
        } else {
            LOG.debugf(cause, "the caches could not be opened, attempt %d", attempts.failures());
        }
        if (closed) {
            return;
        }
        Bond bond = place.bond();
        if (bond != null) {
            bond.tell(Standing.OUT);
        }
        if (pause.await(failure.pause())) {
            attempts.hurry();
        }
        if (bond != null && !closed) {
            bond.tell(Standing.WAITING);
        }
    }

    private void ready(CachesOfServer next) {
        open = next;
        Bond bond = place.bond();
        if (bond != null) {
            bond.marks(next::mark);
            bond.tell(Standing.READY);
        }
        attempts.ended();
        LOG.opened(String.join(", ", new TreeSet<>(place.caches().keySet())), next.members());
        opened.countDown();
        HotRodFront waiting = front;
        if (waiting != null) {
            waiting.begin(next);
        }
    }

    @Override
    public EntryStore store(String cache) {
        EntryStore store = stores.get(cache);
        if (store == null) {
            throw new IllegalArgumentException("there is no cache '" + cache + "'");
        }
        return store;
    }

    @Override
    public boolean ready() {
        return open != null;
    }

    /** Returns of how many parts of the caches a loss of this server now could make something unavailable. For tests. */
    int exposed() {
        CachesOfServer now = open;
        Bond bond = place.bond();
        return now == null || bond == null ? CacheDescriptions.SEGMENTS : now.exposed(bond);
    }

    @Override
    public int failedStarts() {
        return attempts.failures();
    }

    @Override
    public String failure() {
        return attempts.reason();
    }

    @Override
    public void awaitReady(Duration longest) {
        try {
            boolean unused = opened.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized HotRodDoor serveHotRod(HotRodPlace at) {
        HotRodFront made = new HotRodFront(at, place.settings().maxValueSize());
        front = made;
        CachesOfServer now = open;
        if (now != null) {
            made.begin(now);
        }
        return made;
    }

    @Override
    public void leave(Duration longest) {
        CachesOfServer now = open;
        Bond bond = place.bond();
        if (now != null && bond != null && !closed) {
            try {
                int exposed = now.awaitTurn(bond, Deadline.in(Ticker.system(), longest));
                if (exposed > 0) {
                    LOG.leftUnsafely(exposed);
                }
            } catch (RuntimeException e) { // Infinispan declares no other
                LOG.leftUnsafely(CacheDescriptions.SEGMENTS);
                LOG.debugf(e, "leaves without a turn");
            }
        }
        close();
    }

    private void close() {
        closed = true;
        pause.end();
        Thread opener = opening;
        HotRodFront served = front;
        if (served != null) {
            served.close();
        }
        if (open == null && opener != null) {
            try {
                opener.join(place.settings().requestTimeout().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        CachesOfServer now = open;
        open = null;
        if (now != null) {
            now.stop();
        }
        Bond bond = place.bond();
        if (bond != null) {
            bond.tell(Standing.OUT);
        }
        attempts.ended();
    }

    /** Says why a cache cannot be used. */
    static CacheAwayException notOpen(String name) {
        return new CacheAwayException("the cache " + name + " is not open on this server", null);
    }
}
