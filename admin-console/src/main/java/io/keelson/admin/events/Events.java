package io.keelson.admin.events;

import io.keelson.base.log.LogTap;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes what happens from whoever knows it and sends it to the clients that listen. {@link #publish} and {@link #join} are safe on
 * every thread and never block; all else is done in turns by one thread, which owns the streams and the latest events. It starts
 * with the first client and ends some time after the last. {@code running} guards its start and end.
 */
public final class Events implements AutoCloseable {
    /** The state of a server has changed. */
    public static final String STATE = "state";

    /** Something was logged. */
    public static final String LOG = "log";

    /** Type of the events with what the server does, every two seconds. */
    public static final String RUNTIME = "runtime";

    /** The configuration has another revision. */
    public static final String REVISION = "revision";

    /** A rolling restart has gone a step further. */
    public static final String RESTART = "restart";

    /** The scaling of a cluster has gone a step further. */
    public static final String SCALE = "scale";

    /** A step of the deployment of an application of the domain. */
    public static final String DEPLOYMENT = "deployment";

    /** A watch has triggered, or its alarm is over. */
    public static final String ALARM = "alarm";

    /** The types that clients may ask for. */
    static final List<String> TYPES = List.of(STATE, LOG, RUNTIME, REVISION, RESTART, SCALE, DEPLOYMENT, ALARM);

    /** The most clients at a time. */
    static final int MOST_CLIENTS = 100;

    /** A stream ends after that and its client asks again, so that a login that has ended ends it too. */
    static final Duration LIFE = Duration.ofMinutes(5);

    static final Duration HEARTBEAT = Duration.ofSeconds(15);
    static final Duration SAMPLE = Duration.ofSeconds(2);

    /** So long after the last client has gone it is still noticed what happens. */
    static final Duration IDLE = Duration.ofSeconds(30);

    private static final Duration TURN = Duration.ofMillis(200);
    private static final int MOST_WAITING = 10_000;
    private static final int REMEMBERED = 1_000;
    private static final byte[] BEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    /** Event that has happened and has no number yet. */
    private record Incoming(String type, Severity severity, Supplier<String> data) {}

    private final Supplier<JsonObject> sampler;
    private final Ticker ticker;
    private final String start;
    private final ConcurrentLinkedQueue<Incoming> incoming = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Joining> joining = new ConcurrentLinkedQueue<>();
    private final List<BiConsumer<String, JsonObject>> observers = new CopyOnWriteArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicInteger clients = new AtomicInteger();
    private final ReentrantLock running = new ReentrantLock();
    private @Nullable ScheduledExecutorService thread;
    private boolean closed;
    private volatile boolean listened;

    // Owned by the thread that takes turns.
    private final List<EventStream> streams = new ArrayList<>();
    private final ArrayDeque<Event> latest = new ArrayDeque<>();
    private LogTap.@Nullable Registration tap;
    private long number;
    /** The number of the last event that is not remembered: who has had less has missed something. */
    private long forgotten;

    private long sampleAt;
    private long usedAt;

    /**
     * A client that comes.
     *
     * @param stream the client
     * @param after the id of the event that it had last; null for who has had none
     * @param first what it gets first
     */
    private record Joining(EventStream stream, @Nullable String after, JsonObject first) {}

    /**
     * Nobody listens yet.
     *
     * @param sampler what the server does now; asked by the thread of the events while a client wants it
     */
    public Events(Supplier<JsonObject> sampler, Ticker ticker) {
        this.sampler = sampler;
        this.ticker = ticker;
        this.start = Long.toString(ticker.currentTimeMillis(), 36);
        this.sampleAt = ticker.nanoTime();
        this.usedAt = sampleAt;
    }

    /** Says that something has happened. Costs next to nothing while nobody listens. */
    public void publish(String type, JsonObject data) {
        observers.forEach(observer -> observer.accept(type, data));
        String text = data.toString();
        take(new Incoming(type, Severity.INFO, () -> text));
    }

    /** Has somebody in the server see each event that is published, on the thread of who publishes it; must be quick. */
    public void observe(BiConsumer<String, JsonObject> observer) {
        observers.add(observer);
    }

    private void take(Incoming one) {
        if (!listened) {
            return;
        }
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            lost.incrementAndGet();
            return;
        }
        incoming.add(one);
    }

    /** Takes a client; false when there are too many, or the server ends. */
    boolean join(EventStream stream, @Nullable String after, JsonObject first) {
        if (clients.incrementAndGet() > MOST_CLIENTS) {
            clients.decrementAndGet();
            return false;
        }
        running.lock();
        try {
            if (closed) {
                clients.decrementAndGet();
                return false;
            }
            listened = true;
            joining.add(new Joining(stream, after, first));
            if (thread == null) {
                thread = Threads.scheduler("keelson.management.Events");
                thread.scheduleWithFixedDelay(this::guarded, 0, TURN.toMillis(), TimeUnit.MILLISECONDS);
            }
            return true;
        } finally {
            running.unlock();
        }
    }

    private void guarded() {
        try {
            turn();
        } catch (RuntimeException | Error e) { // whatever it is, the next turn comes
            EventsLog.LOG.failed(e);
        }
        running.lock();
        try {
            if (thread != null && streams.isEmpty() && joining.isEmpty() && idle()) {
                listened = false;
                untap();
                // What happens from now on nobody notices: who comes back has missed it.
                latest.clear();
                forgotten = ++number;
                thread.shutdown();
                thread = null;
            }
        } finally {
            running.unlock();
        }
    }

    private boolean idle() {
        return ticker.nanoTime() - usedAt >= IDLE.toNanos();
    }

    /** Sends what has happened since the last turn. */
    void turn() {
        long now = ticker.nanoTime();
        if (tap == null) {
            Optional<Logging> log = Logging.inForce();
            LogTap ear = (severity, weight, json) -> take(new Incoming(LOG, severity, json));
            tap = log.map(open -> open.tap(ear)).orElse(null);
        }
        for (Joining one = joining.poll(); one != null; one = joining.poll()) {
            welcome(one);
        }
        for (Incoming one = incoming.poll(); one != null; one = incoming.poll()) {
            waiting.decrementAndGet();
            // A record of the log ends with its line.
            happened(new Event(++number, one.type, one.severity, one.data.get().strip()), true);
        }
        long missing = lost.getAndSet(0);
        if (missing > 0) {
            happened(new Event(++number, LOG, Severity.WARN, "{\"lost\":" + missing + "}"), true);
        }
        if (now - sampleAt >= 0 && streams.stream().anyMatch(stream -> stream.wants(RUNTIME))) {
            sampleAt = now + SAMPLE.toNanos();
            happened(new Event(++number, RUNTIME, Severity.INFO, sampler.get().toString()), false);
        }
        send(now);
    }

    private void welcome(Joining one) {
        streams.add(one.stream);
        one.stream.add("retry: 2000\n\n".getBytes(StandardCharsets.US_ASCII));
        String after = one.after;
        if (after != null && !replay(one.stream, after)) {
            one.stream.add("event: reset\ndata: {}\n\n".getBytes(StandardCharsets.US_ASCII));
        }
        if (one.stream.wants(STATE)) {
            one.stream.add(new Event(number, STATE, Severity.INFO, one.first.toString()).bytes(start));
        }
    }

    /** Returns what a client has missed; false where that is not known any more. */
    private boolean replay(EventStream stream, String after) {
        if (!after.matches("[0-9a-z]{1,20}-\\d{1,18}") || !after.startsWith(start + "-")) {
            return false;
        }
        long had = Long.parseLong(after.substring(start.length() + 1));
        if (had > number || had < forgotten) {
            return false;
        }
        latest.stream()
                .filter(event -> event.number() > had && stream.wants(event))
                .forEach(event -> stream.add(event.bytes(start)));
        return true;
    }

    private void happened(Event event, boolean remember) {
        if (remember) {
            latest.add(event);
            if (latest.size() > REMEMBERED) {
                forgotten = latest.remove().number();
            }
        }
        byte[] bytes = null;
        for (EventStream stream : streams) {
            if (stream.wants(event)) {
                bytes = bytes == null ? event.bytes(start) : bytes;
                stream.add(bytes);
            }
        }
    }

    private void send(long now) {
        for (Iterator<EventStream> all = streams.iterator(); all.hasNext(); ) {
            EventStream stream = all.next();
            usedAt = now;
            if (now - stream.wrote() >= HEARTBEAT.toNanos()) {
                stream.add(BEAT);
            }
            try {
                stream.pump(now);
                if (stream.behind()) {
                    throw new IOException("the client is too slow for the events that it asked for");
                }
                if (now - stream.opened() < LIFE.toNanos()) {
                    continue;
                }
                stream.end();
            } catch (IOException e) {
                EventsLog.LOG.debugf(e, "a stream of events ends");
                stream.cut(e);
            }
            all.remove();
            clients.decrementAndGet();
        }
    }

    /** Returns how many listen. */
    int clients() {
        return clients.get();
    }

    /** Returns whether what happens is taken note of: while somebody listens, and a while longer. */
    boolean notices() {
        return listened;
    }

    private void untap() {
        LogTap.Registration open = tap;
        tap = null;
        if (open != null) {
            open.close();
        }
    }

    /** Sends what is still to be said, and ends all streams. */
    @Override
    public void close() {
        ScheduledExecutorService last;
        running.lock();
        try {
            closed = true;
            last = thread;
            thread = null;
        } finally {
            running.unlock();
        }
        if (last != null) {
            last.execute(() -> {
                turn();
                streams.forEach(EventStream::end);
                streams.clear();
                untap();
            });
            last.shutdown();
            try {
                if (!last.awaitTermination(5, TimeUnit.SECONDS)) {
                    last.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
