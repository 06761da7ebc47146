package io.keelson.session.store;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStoreProvider.Delay;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.marshal.MarshalledStore;
import io.keelson.session.marshal.Marshalling;
import io.keelson.session.marshal.SessionImage;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.store.SessionVault.Stored;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sessions in this server's memory and in a {@link SessionVault}, which has them at the end of each request that changed them. See
 * docs/design/sessions.md. Thread-safe; {@link HeldSession} says what a session's lock guards; under it none but that of {@link Outage}
 * is taken.
 */
public final class VaultSessionStore implements MarshalledStore {
    private static final int MOST_BROUGHT = 200;

    private final StoreType type;
    private final SessionVault vault;
    private final int mostInMemory;
    private final @Nullable Delay delay;
    private final ConcurrentMap<String, HeldSession> held = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, ReentrantLock> loading = new ConcurrentHashMap<>();
    /** Ids that are over, until the vault knows. */
    private final Set<String> removed = ConcurrentHashMap.newKeySet();

    private @Nullable Opened opened;

    /** Parts that are there once the store has been opened. */
    private record Opened(
            SessionHost host,
            Marshalling marshalling,
            Outage outage,
            VaultWriter writer,
            MemoryLimit limit,
            VaultCount count,
            @Nullable WriteBehind behind) {}

    /**
     * A store that is not open.
     *
     * @param mostInMemory how many sessions stay in memory; negative: all
     */
    public VaultSessionStore(StoreType type, SessionVault vault, int mostInMemory) {
        this(type, vault, mostInMemory, null);
    }

    /**
     * A store that is not open, and writes sessions some time after their requests.
     *
     * @param delay when; null: before their responses are complete
     */
    public VaultSessionStore(StoreType type, SessionVault vault, int mostInMemory, @Nullable Delay delay) {
        this.delay = delay;
        this.type = type;
        this.vault = vault;
        this.mostInMemory = mostInMemory;
    }

    @Override
    public void open(SessionHost host) throws DeploymentException {
        vault.open();
        Outage outage = new Outage(host, type, this::catchUp);
        VaultWriter writer = new VaultWriter(vault, held, host, outage);
        WriteBehind behind =
                delay == null ? null : new WriteBehind(host.application(), delay, writer::writeIfBehind, outage::lasts);
        opened = new Opened(
                host,
                new Marshalling(host),
                outage,
                writer,
                new MemoryLimit(mostInMemory, held, host, writer),
                new VaultCount(vault, host),
                behind);
        try {
            vault.probe();
        } catch (IOException e) {
            outage.begin(e);
        }
    }

    private Opened opened() {
        return Objects.requireNonNull(opened, "the store of the sessions has not been opened");
    }

    private Ticker ticker() {
        return opened().host().ticker();
    }

    @Override
    public boolean persistent() {
        return true;
    }

    /** A response whose length is known would be complete before its request has ended, and the session be written after it. */
    @Override
    public boolean settles() {
        return delay == null;
    }

    /** Says that a record in a vault is not whole. */
    public static void reportTorn(String application, StoreType type, String why) {
        StoreLog.LOG.torn(application, type.text(), why);
    }

    // ---- finding

    @Override
    public @Nullable SessionState find(String id) {
        if (id.isEmpty() || id.length() > vault.longestId()) {
            return null;
        }
        while (true) {
            HeldSession there = held.get(id);
            if (there == null) {
                there = load(id);
                return there == null ? null : there.state;
            }
            if (there.leaving) {
                awaitLeft(there);
            } else if (!vault.shared() || there.state.inUse() || isCurrent(there)) {
                return there.state;
            }
        }
    }

    private static void awaitLeft(HeldSession leaving) {
        leaving.lock.lock();
        leaving.lock.unlock();
    }

    @Override
    public @Nullable SessionState findHere(String id) {
        HeldSession there = held.get(id);
        return there == null ? null : there.state;
    }

    /** Brings a session into memory; null where there is none. One thread an id at a time. */
    private @Nullable HeldSession load(String id) {
        ReentrantLock mutex = loading.computeIfAbsent(id, any -> new ReentrantLock());
        mutex.lock();
        try {
            HeldSession there = held.get(id);
            // In this order: who ends a session notes that before he takes it out of memory.
            if (there != null || removed.contains(id)) {
                return there;
            }
            Stored stored = vault.read(id);
            if (stored == null) {
                return null;
            }
            HeldSession restored = restore(stored);
            held.put(id, restored);
            return restored;
        } catch (IOException e) {
            opened().outage().begin(e);
            throw new SessionUnreachableException(
                    "the session may exist, but the store of the sessions cannot be used now: " + e.getMessage(), e);
        } finally {
            mutex.unlock();
            loading.remove(id, mutex);
        }
    }

    private HeldSession restore(Stored stored) {
        SessionHost host = opened().host();
        SessionImage image = new SessionImage(opened().marshalling());
        SessionState state = SessionImage.restore(stored.record(), image, host);
        HeldSession restored = new HeldSession(state, image, ticker().currentTimeMillis());
        restored.version = stored.version();
        restored.writtenAccess = stored.record().accessed();
        host.didActivate(state);
        return restored;
    }

    /** Returns whether no other server has written the session since; else it is taken out of memory, unless a request uses it here. */
    private boolean isCurrent(HeldSession there) {
        there.lock.lock();
        try {
            if (there.dirty
                    || there.version == 0
                    || there.gone
                    || opened().outage().lasts()) {
                return !there.gone;
            }
            if (vault.version(there.state.id()) == there.version || !there.state.retire()) {
                return true;
            }
            opened().writer().forget(there);
            return false;
        } catch (IOException e) {
            opened().outage().begin(e);
            return true;
        } finally {
            there.lock.unlock();
        }
    }

    // ---- beginning, changing, ending

    @Override
    public boolean add(SessionState session) {
        return !removed.contains(session.id())
                && held.putIfAbsent(session.id(), new HeldSession(session, opened().marshalling())) == null;
    }

    @Override
    public void rename(String oldId, SessionState session) {
        HeldSession there = HeldSession.of(session);
        there.lock.lock();
        try {
            removed.add(oldId);
            held.remove(oldId, there);
            held.put(session.id(), there);
            there.version = 0;
            there.soil(ticker().nanoTime());
        } finally {
            there.lock.unlock();
        }
        delete(oldId);
    }

    @Override
    public void remove(String id) {
        removed.add(id);
        HeldSession there = held.remove(id);
        if (there != null) {
            there.lock.lock();
            try {
                there.gone = true;
            } finally {
                there.lock.unlock();
            }
        }
        delete(id);
    }

    private void delete(String id) {
        if (opened().outage().lasts()) {
            return;
        }
        try {
            vault.delete(id);
            removed.remove(id);
        } catch (IOException e) {
            opened().outage().begin(e);
        }
    }

    @Override
    public @Nullable Marshalling marshallingIfOpen() {
        Opened there = opened;
        return there == null ? null : there.marshalling();
    }

    @Override
    public void requestEnds(SessionState session) {
        HeldSession there = HeldSession.of(session);
        WriteBehind behind = opened().behind();
        boolean later = false;
        there.lock.lock();
        try {
            if (there.gone) {
                return;
            }
            there.absorb(ticker().nanoTime());
            boolean touch =
                    session.thisAccess() - there.writtenAccess >= SessionRecord.touchMillis(session.timeoutSeconds());
            if (there.dirty || touch) {
                later = behind != null;
                if (later) {
                    there.soil(ticker().nanoTime());
                } else if (!opened().outage().lasts()) {
                    opened().writer().save(there);
                }
            }
        } finally {
            there.lock.unlock();
        }
        if (behind != null && later) {
            behind.add(there);
        }
        opened().limit().atRequestEnd();
    }

    // ---- what management sees

    @Override
    public OptionalLong bytes() {
        return OptionalLong.of(
                held.values().stream().mapToLong(HeldSession::size).sum());
    }

    @Override
    public Optional<SessionSight> look(String id, @Nullable String naming) {
        HeldSession there = held.get(id);
        if (there != null) {
            return there.state.valid() ? Optional.of(there.sight(naming)) : Optional.empty();
        }
        if (opened == null || id.isEmpty() || id.length() > vault.longestId() || removed.contains(id)) {
            return Optional.empty();
        }
        return StoredSight.of(vault, id, naming);
    }

    // ---- upkeep

    /** The vault works again: writes what it has missed. */
    private int catchUp() throws IOException {
        vault.probe();
        for (String id : List.copyOf(removed)) {
            vault.delete(id);
            removed.remove(id);
        }
        return opened().writer().writeMissed();
    }

    @Override
    public Collection<SessionState> local() {
        return new StatesInMemory<>(held.values(), session -> session.state);
    }

    @Override
    public boolean sideBySide() {
        return vault.counts();
    }

    /** Returns the larger count: what is in memory is mostly in the vault as well, and what is not written yet only there. */
    @Override
    public long held() {
        Opened there = opened;
        return there == null || !vault.counts()
                ? held.size()
                : Math.max(held.size(), there.count().get());
    }

    @Override
    public void bringIdle() {
        if (opened().outage().lasts()) {
            return;
        }
        // What other servers have in memory may be used there without the vault having heard of it for a while.
        long slack = vault.shared() ? SessionRecord.touchMillis(0) : 0;
        try {
            for (String id : vault.expired(ticker().currentTimeMillis() - slack, MOST_BROUGHT)) {
                if (!held.containsKey(id) && load(id) == null) {
                    StoreLog.LOG.debugf("a session that is due to expire has gone meanwhile");
                }
            }
        } catch (IOException e) {
            opened().outage().begin(e);
        } catch (SessionUnreachableException e) {
            StoreLog.LOG.debugf(e, "expired sessions are looked for later");
        }
    }

    @Override
    public StoreStatus status() {
        Opened there = opened;
        if (there == null) {
            return StoreStatus.available(type);
        }
        long behind = 0;
        long oldest = 0;
        long now = there.host().ticker().nanoTime();
        for (HeldSession each : held.values()) {
            if (each.dirty) {
                behind++;
                oldest = Math.max(oldest, now - each.dirtySinceNanos);
            }
        }
        return there.outage().status(behind, java.time.Duration.ofNanos(oldest));
    }

    @Override
    public void close() {
        Opened there = opened;
        if (there != null) {
            WriteBehind behind = there.behind();
            if (behind != null) {
                behind.end();
            }
            there.outage().end();
            int lost = 0;
            for (HeldSession each : held.values()) {
                lost += there.writer().keep(each) ? 0 : 1;
            }
            for (String id : List.copyOf(removed)) {
                if (!there.outage().lasts()) {
                    delete(id);
                }
            }
            lost += removed.size();
            if (lost > 0) {
                StoreLog.LOG.lost(
                        there.host().application(),
                        lost,
                        type.text(),
                        there.outage().why());
            }
        }
        held.clear();
        vault.close();
    }
}
