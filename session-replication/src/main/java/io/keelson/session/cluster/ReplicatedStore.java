package io.keelson.session.cluster;

import io.keelson.http.HttpExchange;
import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.marshal.MalformedSessionException;
import io.keelson.session.marshal.MarshalledStore;
import io.keelson.session.marshal.Marshalling;
import io.keelson.session.marshal.SessionImage;
import io.keelson.session.marshal.StoredContent;
import io.keelson.session.replica.Delta;
import io.keelson.session.replica.Image;
import io.keelson.session.replica.ReplicaEvent;
import io.keelson.session.store.StatesInMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one application: their objects on this server, where it is the primary, and their bytes here and on another one
 * ({@link Replication}). Thread-safe. A request that ends does not wait in {@link #requestEnds}: {@link #settled} tells the container
 * when the response may be completed.
 */
final class ReplicatedStore implements MarshalledStore, Replication.Objects {
    private static final int LONGEST_ID = 1_024;
    private static final int MOST_TRIES = 20;
    /** Longer than the machine lets a request wait. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

    private final StoreType type;
    private final Replication replication;
    private final Slots slots;
    private final Map<String, ReplicatedSession> sessions = new ConcurrentHashMap<>();
    private @Nullable SessionHost host;
    private @Nullable Marshalling marshalling;

    ReplicatedStore(StoreType type, Replication replication, String application) {
        this.type = type;
        this.replication = replication;
        this.slots = replication.of(application);
    }

    @Override
    public void open(SessionHost of) {
        host = of;
        marshalling = new Marshalling(of);
        slots.asynchronous = type == StoreType.ASYNC_REPLICATED;
        slots.objects = this;
    }

    private SessionHost host() {
        return Objects.requireNonNull(host, "the store of the sessions has not been opened");
    }

    private Marshalling marshalling() {
        return Objects.requireNonNull(marshalling, "the store of the sessions has not been opened");
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean settles() {
        return true;
    }

    @Override
    public boolean doubts() {
        return replication.doubts();
    }

    // ---- where a request belongs

    @Override
    public HttpExchange arrived(HttpExchange exchange) {
        return replication.arrived(exchange);
    }

    @Override
    public boolean passesOn() {
        return slots.moved;
    }

    @Override
    public boolean passOn(HttpExchange exchange, String id) {
        return replication.passedOn(exchange, slots, id);
    }

    // ---- finding

    @Override
    public @Nullable SessionState find(String id) {
        return find(id, "");
    }

    @Override
    public @Nullable SessionState find(String id, String route) {
        if (id.isEmpty() || id.length() > LONGEST_ID) {
            return null;
        }
        ReplicatedSession there = sessions.get(id);
        if (there != null && there.slot.session.equals(id) && there.slot.serves()) {
            return there.state; // as nearly always
        }
        Set<String> hints = Routes.hints(route, replication.snapshot());
        for (int i = 0; i < MOST_TRIES; i++) {
            Slot slot = replication.slot(slots.application, id);
            Answer answer = await(replication.ask(slot, ticket -> new ReplicaEvent.Requested(ticket, hints)));
            if (answer instanceof Answer.Absent) {
                return null;
            }
            if (answer instanceof Answer.Unreachable away) {
                throw new SessionUnreachableException("the session cannot be had now: " + away.why(), null);
            }
            ReplicatedSession session = answer instanceof Answer.Served ? object(slot) : null;
            if (session != null) {
                return session.state;
            }
        }
        throw new SessionUnreachableException("the session moves from server to server", null);
    }

    private static Answer await(CompletableFuture<Answer> answer) {
        try {
            return answer.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Unreachable("the request was interrupted");
        } catch (TimeoutException e) {
            return new Answer.Unreachable("the other servers do not answer");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** The session's object, made of its bytes where there is none; null where the session has just gone elsewhere. */
    private @Nullable ReplicatedSession object(Slot slot) {
        slot.loading.lock();
        try {
            ReplicatedSession there = sessions.get(slot.session);
            if (there != null) {
                return there;
            }
            Image image = slot.image();
            if (image == null) {
                return null;
            }
            SessionImage bytes = new SessionImage(marshalling());
            SessionState state = SessionImage.restore(ReplicatedSession.record(image), bytes, host());
            host().didActivate(state);
            ReplicatedSession made = new ReplicatedSession(state, bytes, slot);
            return slot.keeps(image, () -> sessions.put(slot.session, made)) ? made : null;
        } catch (MalformedSessionException e) {
            throw new SessionUnreachableException("the session cannot be read: " + e.getMessage(), e);
        } finally {
            slot.loading.unlock();
        }
    }

    @Override
    public @Nullable SessionState findHere(String id) {
        ReplicatedSession there = sessions.get(id);
        return there == null ? null : there.state;
    }

    @Override
    public String route(SessionState state) {
        ReplicatedSession session = ReplicatedSession.of(state);
        if (session == null) {
            return "";
        }
        Optional<String> secondary = session.slot.secondary();
        return Routes.of(replication.snapshot().self().server(), secondary);
    }

    @Override
    public List<String> servers(SessionState state) {
        ReplicatedSession session = ReplicatedSession.of(state);
        List<String> servers = new ArrayList<>();
        if (session != null) {
            servers.add(replication.snapshot().self().server());
            session.slot.secondary().ifPresent(servers::add);
        }
        return servers;
    }

    // ---- beginning, changing, ending

    @Override
    public boolean add(SessionState state) {
        Slot slot = replication.slot(slots.application, state.id());
        ReplicatedSession session = new ReplicatedSession(state, new SessionImage(marshalling()), slot);
        if (sessions.putIfAbsent(state.id(), session) != null) {
            return false;
        }
        session.slot = replication.step(slot, new ReplicaEvent.Created());
        return true;
    }

    @Override
    public void rename(String oldId, SessionState state) {
        ReplicatedSession session = Objects.requireNonNull(ReplicatedSession.of(state), "a session of another store");
        session.lock.lock();
        try {
            Slot before = session.slot;
            session.slot =
                    replication.step(replication.slot(slots.application, state.id()), new ReplicaEvent.Created());
            session.anew(marshalling());
            sessions.put(state.id(), session);
            sessions.remove(oldId, session);
            replication.step(before, new ReplicaEvent.Ended());
        } finally {
            session.lock.unlock();
        }
    }

    @Override
    public void remove(String id) {
        ReplicatedSession session = sessions.remove(id);
        if (session != null) {
            replication.step(session.slot, new ReplicaEvent.Ended());
            session.last = replication.ask(session.slot, ReplicaEvent.Settled::new);
        }
    }

    @Override
    public @Nullable Marshalling marshallingIfOpen() {
        return marshalling;
    }

    @Override
    public OptionalLong bytes() {
        return OptionalLong.of(slots.byId.values().stream()
                .map(Slot::image)
                .filter(Objects::nonNull)
                .mapToLong(image -> StoredContent.bytes(image.attributes()))
                .sum());
    }

    @Override
    public Optional<SessionSight> look(String id, @Nullable String naming) {
        Slot slot = slots.byId.get(id);
        ReplicatedSession object = sessions.get(id);
        return slot == null
                ? Optional.ofNullable(slots.ended.get(id)).map(ReplicaSight::ended)
                : ReplicaSight.of(
                        slot,
                        object == null ? null : object.state,
                        replication.snapshot().self().server(),
                        naming);
    }

    @Override
    public void requestEnds(SessionState state) {
        ReplicatedSession session = ReplicatedSession.of(state);
        if (session == null) {
            return;
        }
        session.lock.lock();
        try {
            Delta delta = session.absorb();
            session.last = replication.ask(
                    session.slot, ticket -> new ReplicaEvent.Changed(ticket, delta), () -> isThe(session));
        } finally {
            session.lock.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // an object that was released is of no use, whatever is in it
    private boolean isThe(ReplicatedSession session) {
        return sessions.get(session.slot.session) == session;
    }

    @Override
    public CompletionStage<@Nullable Void> settled(SessionState state) {
        ReplicatedSession session = ReplicatedSession.of(state);
        CompletableFuture<Answer> last = session == null ? null : session.last;
        if (last == null) {
            return MarshalledStore.super.settled(state);
        }
        return last.thenApply(answer -> {
            if (answer instanceof Answer.Kept) {
                return null;
            }
            throw new SessionUnreachableException(
                    answer instanceof Answer.Unreachable away
                            ? away.why()
                            : "another server has the session meanwhile, so that what this request did is lost",
                    null);
        });
    }

    // ---- going elsewhere

    @Override
    public boolean retire(Slot slot) {
        ReplicatedSession session = sessions.get(slot.session);
        if (session == null) {
            return false;
        }
        if (session.retiring.compareAndSet(false, true)) {
            host().execute(() -> passivate(session));
        }
        return true;
    }

    private void passivate(ReplicatedSession session) {
        try {
            if (!session.state.retire()) {
                return;
            }
            Delta delta = absorbLast(session);
            sessions.remove(session.slot.session, session);
            replication.step(session.slot, new ReplicaEvent.Retired(delta));
        } finally {
            session.retiring.set(false);
        }
    }

    /** Tells the attributes that they go (7.7.2), and takes over what they change. */
    private @Nullable Delta absorbLast(ReplicatedSession session) {
        try {
            host().willPassivate(session.state);
        } catch (RuntimeException | LinkageError e) {
            ReplicationLog.LOG.failed(slots.application, e);
        }
        session.told();
        session.lock.lock();
        try {
            Delta delta = session.absorb();
            return delta.attributes().isEmpty() ? null : delta;
        } finally {
            session.lock.unlock();
        }
    }

    @Override
    public void release(Slot slot) {
        sessions.remove(slot.session);
    }

    // ---- upkeep

    @Override
    public Collection<SessionState> local() {
        return new StatesInMemory<>(sessions.values(), session -> session.state);
    }

    @Override
    public boolean sideBySide() {
        return true;
    }

    @Override
    public long held() {
        return slots.byId.values().stream().filter(Slot::holds).count();
    }

    @Override
    public void bringIdle() {
        long now = host().ticker().currentTimeMillis();
        for (Slot slot : slots.byId.values()) {
            if (!sessions.containsKey(slot.session) && slot.due(now)) {
                object(slot);
            }
        }
    }

    @Override
    public StoreStatus status() {
        long now = host == null ? 0 : host().ticker().nanoTime();
        long behind = 0;
        long oldest = 0;
        for (Slot slot : slots.byId.values()) {
            long lag = slot.behindFor(now);
            behind += lag > 0 ? 1 : 0;
            oldest = Math.max(oldest, lag);
        }
        return new StoreStatus(type, StoreStatus.State.AVAILABLE, behind, Duration.ofNanos(oldest), null);
    }

    /** The application goes; its sessions stay as bytes, for the next version of it, or for other servers. */
    @Override
    public void close() {
        if (host == null) {
            return;
        }
        for (ReplicatedSession session : sessions.values()) {
            Delta delta = absorbLast(session);
            if (delta != null) {
                replication.ask(session.slot, ticket -> new ReplicaEvent.Changed(ticket, delta), () -> isThe(session));
            }
        }
        slots.objects = null;
        sessions.clear();
    }
}
