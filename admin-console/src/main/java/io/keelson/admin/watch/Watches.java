package io.keelson.admin.watch;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.base.config.Configuration;
import io.keelson.base.log.LogTap;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The watches of a server. One thread looks every second at what the server does, and at what was logged and has happened since; it is
 * there while there are watches. {@code changing} guards which watches there are, and its start and end.
 *
 * <p>See docs/design/watches.md.
 */
public final class Watches implements AutoCloseable {
    private static final Duration TURN = Duration.ofSeconds(1);
    private static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(10));
    private static final int MOST_WAITING = 2_000;

    private final String server;
    private final String domain;
    private final RuntimeLook look;
    private final Ticker ticker;
    private final Listener listener;
    private final Notices notices;
    private final ReentrantLock changing = new ReentrantLock();
    private final ConcurrentLinkedQueue<Incoming> incoming = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile Map<String, Watch> watches = Map.of();
    private volatile Map<String, WebhookSettings> webhooks = Map.of();
    private volatile boolean listening;
    private volatile Severity least = Severity.OFF;

    // Guarded by changing.
    private @Nullable ScheduledExecutorService thread;
    private LogTap.@Nullable Registration tap;
    private @Nullable Configuration next;
    private boolean closed;

    /** Record that was logged, or event that has happened; a record of the log has no type. */
    private record Incoming(@Nullable String type, Supplier<String> json) {}

    /** Hears of alarms and of their ends. */
    @FunctionalInterface
    public interface Listener {
        /** An alarm has begun or ended; must not block. */
        void told(String message, JsonObject alarm);
    }

    /** Writes diagnostic images. */
    @FunctionalInterface
    public interface Imaging {
        /** Writes one for a watch, with what it says. */
        Path write(String watch, JsonObject alarm) throws IOException;
    }

    /** The watches of a server, none of which looks as yet. */
    public Watches(
            String server,
            String domain,
            RecordCollections records,
            Ticker ticker,
            Listener listener,
            Imaging imaging) {
        this(server, domain, records, ticker, listener, new Notices(imaging, PAUSES));
    }

    Watches(
            String server,
            String domain,
            RecordCollections records,
            Ticker ticker,
            Listener listener,
            Notices notices) {
        this.server = server;
        this.domain = domain;
        this.look = new RuntimeLook(records);
        this.ticker = ticker;
        this.listener = listener;
        this.notices = notices;
    }

    // ---- which there are -------------------------------------------------------------------------------------------

    /** Begins to look. */
    public void start(Configuration configuration) {
        apply(configuration);
        watches.values().forEach(watch -> {
            if (watch.condition() instanceof Condition.OfRuntime condition) {
                look.problem(condition).ifPresent(why -> WatchLog.LOG.cannotLook(watch.name(), why));
            }
        });
    }

    /**
     * Looks whether another configuration can be applied.
     *
     * @throws IllegalArgumentException where a condition names what the records of this server do not have
     */
    public void prepare(Configuration configuration) {
        mine(configuration).forEach((name, settings) -> {
            if (settings.condition() instanceof Condition.OfRuntime condition) {
                look.problem(condition).ifPresent(why -> {
                    throw new IllegalArgumentException("watches." + name + ".when: " + why);
                });
            }
        });
        changing.lock();
        try {
            next = configuration;
        } finally {
            changing.unlock();
        }
    }

    /** Applies what was prepared. */
    public void commit() {
        Configuration prepared;
        changing.lock();
        try {
            prepared = next;
            next = null;
        } finally {
            changing.unlock();
        }
        if (prepared != null) {
            apply(prepared);
        }
    }

    /** Forgets what was prepared. */
    public void rollback() {
        changing.lock();
        try {
            next = null;
        } finally {
            changing.unlock();
        }
    }

    private Map<String, WatchSettings> mine(Configuration configuration) {
        Map<String, WatchSettings> mine = new LinkedHashMap<>();
        configuration.all(WatchSettings.class).forEach((name, settings) -> {
            if (settings.enabled()
                    && (settings.servers().isEmpty() || settings.servers().contains(server))) {
                mine.put(name, settings);
            }
        });
        return mine;
    }

    /** A watch whose settings have not changed keeps what it has seen. */
    private void apply(Configuration configuration) {
        changing.lock();
        try {
            if (closed) {
                return;
            }
            Map<String, Watch> before = watches;
            Map<String, Watch> now = new LinkedHashMap<>();
            mine(configuration).forEach((name, settings) -> {
                Watch known = before.get(name);
                now.put(
                        name,
                        known != null && known.settings().equals(settings) ? known : new Watch(name, settings, ticker));
            });
            webhooks = configuration.all(WebhookSettings.class);
            watches = Collections.unmodifiableMap(now);
            listen(now.values().stream().map(Watch::condition).toList());
            if (now.isEmpty()) {
                end();
            } else if (thread == null) {
                ScheduledExecutorService fresh = Threads.scheduler("keelson.management.Watches");
                fresh.scheduleWithFixedDelay(this::guarded, TURN.toMillis(), TURN.toMillis(), TimeUnit.MILLISECONDS);
                thread = fresh;
            }
        } finally {
            changing.unlock();
        }
    }

    private void listen(List<Condition> conditions) {
        Severity lowest = Severity.OFF;
        boolean events = false;
        for (Condition each : conditions) {
            if (each instanceof Condition.OfLog log && log.least().compareTo(lowest) < 0) {
                lowest = log.least();
            }
            events |= each instanceof Condition.OfEvent;
        }
        least = lowest;
        listening = events;
        if (lowest == Severity.OFF && tap != null) {
            tap.close();
            tap = null;
        } else if (lowest != Severity.OFF && tap == null) {
            LogTap ear = this::logged;
            tap = Logging.inForce().map(log -> log.tap(ear)).orElse(null);
        }
    }

    private void end() {
        if (thread != null) {
            thread.shutdown();
            thread = null;
        }
    }

    // ---- what is seen ----------------------------------------------------------------------------------------------

    private void logged(Severity severity, int weight, Supplier<String> json) {
        if (severity.compareTo(least) >= 0) {
            take(new Incoming(null, json));
        }
    }

    /** An event has happened; costs next to nothing where no watch is for events. */
    public void event(String type, JsonObject data) {
        if (listening) {
            take(new Incoming(type, data::toString));
        }
    }

    /** Takes one in for the next turn. One that does not fit is left out: a flood has triggered long before. */
    private void take(Incoming one) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return;
        }
        incoming.add(one);
    }

    private void guarded() {
        try {
            turn();
        } catch (RuntimeException | Error e) { // whatever it is, the next turn comes
            WatchLog.LOG.failed(e);
        }
    }

    /** Looks once. */
    void turn() {
        List<Watch> all = List.copyOf(watches.values());
        Map<Watch, List<String>> happened = happened(all);
        for (Watch watch : all) {
            if (watch.condition() instanceof Condition.OfRuntime condition) {
                follow(watch, watch.seen(look.look(condition)));
                continue;
            }
            List<String> what = happened.getOrDefault(watch, List.of());
            if (what.isEmpty()) {
                follow(watch, watch.nothingHappened());
            } else {
                int more = what.size() - 1;
                follow(watch, watch.happened(what.get(0) + (more == 0 ? "" : " (and " + more + " more)")));
            }
        }
    }

    private Map<Watch, List<String>> happened(List<Watch> all) {
        Map<Watch, List<String>> happened = new LinkedHashMap<>();
        for (Incoming one = incoming.poll(); one != null; one = incoming.poll()) {
            waiting.decrementAndGet();
            JsonObject json = read(one.json().get());
            if (json == null || WatchLog.CATEGORY.equals(json.getString("logger", ""))) {
                continue;
            }
            for (Watch watch : all) {
                if (isFor(watch.condition(), one.type(), json)) {
                    happened.computeIfAbsent(watch, none -> new ArrayList<>()).add(words(one.type(), json));
                }
            }
        }
        return happened;
    }

    private static @Nullable JsonObject read(String text) {
        try (JsonReader reader = Answer.JSON.createReaderFactory(Map.of()).createReader(new StringReader(text))) {
            return reader.readObject();
        } catch (JsonException e) {
            WatchLog.LOG.debugf(e, "not an object");
            return null;
        }
    }

    private static boolean isFor(Condition condition, @Nullable String type, JsonObject json) {
        if (condition instanceof Condition.OfLog log) {
            return type == null
                    && Severity.valueOf(json.getString("severity", "TRACE")).compareTo(log.least()) >= 0
                    && Tests.hold(log.tests(), json);
        }
        return condition instanceof Condition.OfEvent event
                && event.type().equals(type)
                && Tests.hold(event.tests(), json);
    }

    private static String words(@Nullable String type, JsonObject json) {
        if (type != null) {
            return type + " " + json;
        }
        String id = json.getString("id", "");
        return (id.isEmpty() ? "" : id + ": ") + json.getString("message", "");
    }

    private void follow(Watch watch, Watch.Outcome outcome) {
        if (outcome == Watch.Outcome.NOTHING) {
            return;
        }
        Alarm alarm = watch.alarm(server, domain, outcome == Watch.Outcome.OVER);
        if (watch.settings().log()) {
            log(alarm);
        }
        listener.told(alarm.message(), alarm.json());
        notices.send(watch, alarm, webhooks);
    }

    private static void log(Alarm alarm) {
        if (alarm.over()) {
            WatchLog.LOG.over(alarm.message());
            return;
        }
        switch (alarm.severity()) {
            case INFO -> WatchLog.LOG.told(alarm.message());
            case WARN -> WatchLog.LOG.warned(alarm.message());
            case ERROR -> WatchLog.LOG.alarmed(alarm.message());
        }
    }

    // ---- for management --------------------------------------------------------------------------------------------

    /** Returns what the watches have seen, in the order of the configuration. */
    public List<WatchRuntime> runtimes() {
        return watches.values().stream().map(Watch::runtime).toList();
    }

    /**
     * Ends the alarm of a watch.
     *
     * @return whether it was in alarm
     * @throws IllegalArgumentException when this server has no such watch
     */
    public boolean reset(String name) {
        Watch watch = watches.get(name);
        if (watch == null) {
            throw new IllegalArgumentException(
                    "There is no watch '" + name + "' here; there are " + List.copyOf(watches.keySet()));
        }
        Watch.Outcome outcome = watch.reset();
        follow(watch, outcome);
        return outcome == Watch.Outcome.OVER;
    }

    /** Ends all of it. */
    @Override
    public void close() {
        changing.lock();
        try {
            closed = true;
            end();
            if (tap != null) {
                tap.close();
                tap = null;
            }
        } finally {
            changing.unlock();
        }
        notices.close();
    }
}
