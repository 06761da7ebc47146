package io.keelson.session.cookie;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionTooLargeException;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.cookie.CookieCounts.Trouble;
import io.keelson.session.cookie.CookieSeal.Opened;
import io.keelson.session.marshal.MarshalledStore;
import io.keelson.session.marshal.Marshalling;
import io.keelson.session.marshal.SessionImage;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.store.StatesInMemory;
import jakarta.servlet.http.HttpSessionActivationListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that their clients keep, sealed ({@link CookieSeal}), in cookies. A session is in memory only while requests use it: requests
 * that come with the same cookie, or with one that this instance has been sealed to, share it. Thread-safe; under the lock of a session
 * ({@link CarriedSession}) no other is taken. See docs/design/sessions.md.
 */
final class CookieSessionStore implements MarshalledStore {
    private static final int LONGEST_ID = 1_024;
    private static final int MOST_SAID = 1_000;
    private static final int MOST_NAMED = 5;
    /**
     * Time after which a session in memory that no request uses goes. A request that has found a session uses it at
     * once, or not at all.
     */
    private static final long UNUSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String application;
    private final String cookie;
    private final CookieSeal seal;
    private final CookieCounts counts = new CookieCounts();
    private final ConcurrentMap<String, CarriedSession> byId = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, CarriedSession> byText = new ConcurrentHashMap<>();
    private final EndedIds ended = new EndedIds();
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Opening opening;
    private volatile long sweptNanos;
    private volatile boolean closed;

    /** Parts that are there once the store has been opened. */
    private record Opening(SessionHost host, Marshalling marshalling) {}

    CookieSessionStore(String application, String cookie, CookieSeal seal) {
        this.application = application;
        this.cookie = cookie;
        this.seal = seal;
    }

    @Override
    public void open(SessionHost host) {
        opening = new Opening(host, new Marshalling(host));
        sweptNanos = host.ticker().nanoTime();
    }

    private Opening opening() {
        return Objects.requireNonNull(opening, "the store of the sessions has not been opened");
    }

    private long nanos() {
        return opening().host().ticker().nanoTime();
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public String cookie() {
        return cookie;
    }

    /** Returns whether it is in use. */
    boolean isOpen() {
        return opening != null && !closed;
    }

    CookieRuntime runtime() {
        return counts.of(application);
    }

    // ---- finding

    @Override
    public @Nullable SessionState find(String id) {
        CarriedSession there = byId.get(id);
        return there == null ? null : there.state;
    }

    @Override
    public @Nullable SessionState findHere(String id) {
        return find(id);
    }

    @Override
    public @Nullable SessionState find(String id, String content) {
        if (id.isEmpty() || id.length() > LONGEST_ID || content.isEmpty()) {
            return null;
        }
        sweep();
        if (ended.contains(id)) {
            counts.ended.increment();
            return null;
        }
        Trouble worst = Trouble.DAMAGED;
        for (String text : CookiePieces.join(content)) {
            CarriedSession there = byText.get(text);
            if (there != null && there.state.id().equals(id)) {
                return there.state;
            }
            Opened opened = seal.open(id, text);
            if (opened instanceof Opened.Content found) {
                CarriedSession made = restore(id, text, found.bytes());
                if (made != null) {
                    return made.state;
                }
                worst = Trouble.EXPIRED;
            } else if (opened instanceof Opened.UnknownKey && worst == Trouble.DAMAGED) {
                worst = Trouble.UNKNOWN_KEY;
            }
        }
        counts.count(worst);
        return null;
    }

    /** The session that was sealed; null where its time is over. */
    private @Nullable CarriedSession restore(String id, String text, byte[] bytes) {
        SessionHost host = opening().host();
        CookieContent content;
        try {
            content = CookieContent.of(id, bytes);
        } catch (IOException e) {
            throw new IllegalStateException("what this server has sealed is no session", e);
        }
        SessionRecord record = content.record();
        if (SessionRecord.expires(record.accessed(), record.timeoutSeconds())
                <= host.ticker().currentTimeMillis()) {
            return null;
        }
        SessionImage image = new SessionImage(opening().marshalling(), false);
        SessionState state = SessionImage.restore(record, image, host);
        CarriedSession made = new CarriedSession(state, image, nanos());
        String awaited = content.awaited();
        if (awaited != null) {
            state.login().await(awaited);
        }
        made.awaited = awaited;
        made.sealedAccess = record.accessed();
        made.texts.add(text);
        CarriedSession first = byText.putIfAbsent(text, made);
        if (first != null) {
            return first;
        }
        byId.put(id, made);
        host.didActivate(state);
        return made;
    }

    // ---- beginning, changing, ending

    @Override
    public boolean add(SessionState session) {
        CarriedSession made =
                new CarriedSession(session, new SessionImage(opening().marshalling(), false), nanos());
        made.otherwise = true;
        return !ended.contains(session.id()) && byId.putIfAbsent(session.id(), made) == null;
    }

    @Override
    public void rename(String oldId, SessionState session) {
        CarriedSession there = CarriedSession.of(session);
        there.lock.lock();
        try {
            ended.add(oldId);
            byId.remove(oldId, there);
            byId.put(session.id(), there);
            forgetTexts(there);
            there.otherwise = true;
        } finally {
            there.lock.unlock();
        }
    }

    @Override
    public void remove(String id) {
        ended.add(id);
        byId.remove(id);
    }

    /** Does nothing: the session goes with the head of the response, see {@link #content}. */
    @Override
    public void requestEnds(SessionState session) {}

    @Override
    public @Nullable Marshalling marshallingIfOpen() {
        Opening there = opening;
        return there == null ? null : there.marshalling();
    }

    /** Between requests only its client has a session. */
    @Override
    public Optional<SessionSight> look(String id, @Nullable String naming) {
        CarriedSession there = byId.get(id);
        if (there == null || !there.state.valid()) {
            return Optional.empty();
        }
        return Optional.of(there.sight(naming));
    }

    @Override
    public @Nullable List<String> content(SessionState session) {
        CarriedSession there = CarriedSession.of(session);
        there.lock.lock();
        try {
            if (!session.valid()) {
                there.told = true;
                return List.of();
            }
            boolean listens = tellOfMoving(there);
            boolean changed = there.absorb();
            if (listens) {
                opening().host().didActivate(session);
            }
            long accessed = session.thisAccess();
            return changed || accessed - there.sealedAccess >= SessionRecord.touchMillis(session.timeoutSeconds())
                    ? sealed(there, accessed)
                    : null;
        } finally {
            there.lock.unlock();
        }
    }

    /** Attributes that want to know that they leave memory may change what is written of them. */
    private boolean tellOfMoving(CarriedSession there) {
        Set<String> names = there.state.attributes().entrySet().stream()
                .filter(each -> each.getValue() instanceof HttpSessionActivationListener)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        if (names.isEmpty()) {
            return false;
        }
        opening().host().willPassivate(there.state);
        there.state.changed(names);
        return true;
    }

    private List<String> sealed(CarriedSession there, long accessed) {
        SessionRecord record = there.image.record(there.state);
        String text;
        try {
            text = seal.seal(record.id(), new CookieContent(record, there.awaited).toBytes());
        } catch (IOException e) {
            // Names and texts of more than 64 KiB.
            text = "x".repeat(CookiePieces.MOST + 1);
        }
        if (text.length() > CookiePieces.MOST) {
            there.told = true;
            throw tooLarge(record, text.length());
        }
        there.sealed(text, accessed);
        there.told = false;
        byText.put(text, there);
        counts.written(text.length());
        return CookiePieces.split(text);
    }

    private SessionTooLargeException tooLarge(SessionRecord record, int characters) {
        counts.tooLarge.increment();
        Map<String, byte[]> attributes = record.attributes();
        String largest = attributes.entrySet().stream()
                .sorted((one, other) -> Integer.compare(other.getValue().length, one.getValue().length))
                .limit(MOST_NAMED)
                .map(each -> each.getKey() + " " + each.getValue().length)
                .collect(Collectors.joining(", "));
        if (first("large " + attributes.keySet())) {
            CookieLog.LOG.tooLarge(application, characters, CookiePieces.MOST, largest);
        }
        return new SessionTooLargeException("the session would take " + characters
                + " characters of its client's cookies, and may take " + CookiePieces.MOST
                + "; its largest attributes, in bytes: " + largest);
    }

    private boolean first(String what) {
        return said.size() < MOST_SAID && said.add(what);
    }

    @Override
    public void released(SessionState session) {
        if (session.retire()) {
            CarriedSession there = CarriedSession.of(session);
            there.lock.lock();
            try {
                forget(there);
                reportLate(there);
            } finally {
                there.lock.unlock();
            }
        }
    }

    private void reportLate(CarriedSession there) {
        if (there.told) {
            return;
        }
        String what;
        if (!there.state.valid()) {
            what = there.sealedAccess == 0 ? "" : "it has ended";
        } else if (there.absorb()) {
            what = there.unsealed.isEmpty()
                    ? "its id, its time-out or its login"
                    : "its attributes " + String.join(", ", there.unsealed);
        } else {
            what = "";
        }
        if (!what.isEmpty()) {
            counts.late.increment();
            if (first("late " + what)) {
                CookieLog.LOG.late(application, what);
            }
        }
    }

    private void forget(CarriedSession there) {
        byId.remove(there.state.id(), there);
        forgetTexts(there);
    }

    private void forgetTexts(CarriedSession there) {
        for (String text : there.texts) {
            byText.remove(text, there);
        }
        there.texts.clear();
    }

    // ---- upkeep

    @Override
    public Collection<SessionState> local() {
        return new StatesInMemory<>(byId.values(), session -> session.state);
    }

    @Override
    public void bringIdle() {
        sweptNanos = nanos() - UNUSED_NANOS;
        sweep();
    }

    /** Drops sessions that were looked for and not used. */
    private void sweep() {
        long now = nanos();
        if (now - sweptNanos < UNUSED_NANOS) {
            return;
        }
        sweptNanos = now;
        for (CarriedSession each : new ArrayList<>(byText.values())) {
            if (now - each.sinceNanos >= UNUSED_NANOS && !each.state.inUse() && each.state.retire()) {
                each.lock.lock();
                try {
                    forget(each);
                } finally {
                    each.lock.unlock();
                }
            }
        }
    }

    @Override
    public StoreStatus status() {
        return StoreStatus.available(StoreType.COOKIE);
    }

    @Override
    public void close() {
        closed = true;
        byId.clear();
        byText.clear();
    }
}
