package io.keelson.kernel.watch;

import io.keelson.base.thread.Pulse;
import io.keelson.base.thread.SchedulerThread;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.work.OverloadSettings;
import io.keelson.kernel.work.StuckReaderAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the watched threads every two seconds. Of the time between two looks no more counts than twice that, so that a process
 * which stood still as a whole raises no alarm: a thread hangs only when several looks have seen it at the same piece of work.
 *
 * <p>The lists of watched threads are guarded by the monitor's own lock. Listeners and logs are called outside of it.
 *
 * <p>See docs/design/thread-watch.md.
 */
public final class HeartbeatMonitor implements ThreadWatch, HangingThreads {
    static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Ticker ticker;
    private final Supplier<Iterable<SchedulerThread>> schedulers;
    private final Consumer<String> giveUp;
    private final Thread thread = Threads.daemon("keelson.thread-watch", this::run);
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final List<Watched> registered = new ArrayList<>();
    private final Map<Pulse, Watched> pulses = new IdentityHashMap<>();
    private Map<Pulse, Watched> found = new IdentityHashMap<>();
    private volatile OverloadSettings settings = OverloadSettings.DEFAULTS;
    private volatile boolean stopped;
    private volatile boolean clientsWait;
    private volatile int hang;
    private long lastLook;
    private boolean gaveUp;

    /**
     * A monitor of a server.
     *
     * @param giveUp ends the server, for that reason; called once at most
     */
    public HeartbeatMonitor(Ticker ticker, Consumer<String> giveUp) {
        this(ticker, LiveSchedulers::all, giveUp);
    }

    HeartbeatMonitor(Ticker ticker, Supplier<Iterable<SchedulerThread>> schedulers, Consumer<String> giveUp) {
        this.ticker = ticker;
        this.schedulers = schedulers;
        this.giveUp = giveUp;
        this.lastLook = ticker.nanoTime();
    }

    /** Begins to look. */
    public void start() {
        thread.start();
    }

    /** Looks no more. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** Takes what to do about readers that hang. */
    public void configure(OverloadSettings next) {
        settings = next;
    }

    @Override
    public synchronized void tasks(Role role, String name, Executor tasks) {
        Watched.Tasks watched = new Watched.Tasks(role, name, LONGEST, tasks);
        // At once, so that the thread is known before it can hang.
        if (watched.look(0) != Watched.Change.ENDED) {
            registered.add(watched);
        }
    }

    @Override
    public synchronized void pulse(Role role, String name, Pulse pulse) {
        pulses.put(pulse, new Watched.Counted(role, name, pulse));
    }

    @Override
    public synchronized void forget(Pulse pulse) {
        pulses.remove(pulse);
    }

    @Override
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    private void run() {
        while (!stopped) {
            LockSupport.parkNanos(this, INTERVAL.toNanos());
            if (!stopped) {
                try {
                    look();
                } catch (RuntimeException | Error e) { // nobody else would notice that nothing is watched any more
                    WatchLog.LOG.lookFailed(e.toString());
                }
            }
        }
    }

    /** Looks at all threads. */
    void look() {
        List<Runnable> told = new ArrayList<>();
        String reason = lookLocked(told);
        told.forEach(Runnable::run);
        if (!told.isEmpty()) {
            listeners.forEach(Runnable::run);
        }
        if (reason != null) {
            giveUp.accept(reason);
        }
    }

    /** Adds what is to be logged; returns why the server gives up, or null. */
    private synchronized @Nullable String lookLocked(List<Runnable> log) {
        long now = ticker.nanoTime();
        long counts = Math.max(0, Math.min(now - lastLook, 2 * INTERVAL.toNanos()));
        lastLook = now;
        findSchedulers();
        registered.removeIf(each -> look(each, counts, log) == Watched.Change.ENDED);
        pulses.values().forEach(each -> look(each, counts, log));
        found.values().forEach(each -> look(each, counts, log));
        List<Watched> hanging = all().stream().filter(Watched::hangs).toList();
        hang = hanging.size();
        clientsWait = hanging.stream().anyMatch(each -> hung(each, false).servesClients());
        return reason(log);
    }

    private void findSchedulers() {
        Map<Pulse, Watched> before = found;
        Map<Pulse, Watched> now = new IdentityHashMap<>();
        for (SchedulerThread each : schedulers.get()) {
            Watched known = before.get(each.pulse());
            now.put(
                    each.pulse(),
                    known == null ? new Watched.Counted(Role.SCHEDULER, each.getName(), each.pulse()) : known);
        }
        found = now;
    }

    private static Watched.Change look(Watched at, long counts, List<Runnable> log) {
        Watched.Change change = at.look(counts);
        String role = text(at.role());
        long seconds = at.silent().toSeconds();
        switch (change) {
            case HANGS -> {
                HungThread hung = hung(at, true);
                log.add(() -> WatchLog.LOG.hangs(
                        hung.thread(), role, seconds, at.longest().toSeconds(), text(hung.stack())));
            }
            case CAME_BACK -> {
                String name = at.name();
                log.add(() -> WatchLog.LOG.cameBack(name, role, seconds));
            }
            case NONE, ENDED -> {}
        }
        return change;
    }

    private @Nullable String reason(List<Runnable> log) {
        StuckReaderAction action = settings.stuckReaderAction();
        Duration most = settings.stuckReaderTime();
        List<Watched> readers =
                registered.stream().filter(each -> each.role() == Role.READER).toList();
        int hanging = (int) readers.stream()
                .filter(each -> each.hangs() && each.silentNow().compareTo(most) >= 0)
                .count();
        boolean gives = switch (action) {
            case ALARM -> false;
            case FAIL_WHEN_ALL -> hanging > 0 && hanging == readers.size();
            case FAIL_WHEN_ANY -> hanging > 0;
        };
        if (!gives || gaveUp) {
            return null;
        }
        gaveUp = true;
        log.add(() -> WatchLog.LOG.givesUp(hanging, readers.size(), most.toSeconds(), text(action)));
        return hanging + " of its " + readers.size() + " readers hang";
    }

    private List<Watched> all() {
        List<Watched> all = new ArrayList<>(registered);
        all.addAll(pulses.values());
        all.addAll(found.values());
        return all;
    }

    private static HungThread hung(Watched at, boolean withStack) {
        Thread known = at.thread();
        return new HungThread(
                at.name(),
                at.role(),
                at.silent(),
                known == null || !withStack ? List.of() : List.of(known.getStackTrace()));
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String text(List<StackTraceElement> stack) {
        StringBuilder text = new StringBuilder();
        stack.forEach(
                frame -> text.append(System.lineSeparator()).append("    at ").append(frame));
        return text.toString();
    }

    @Override
    public List<HungThread> hanging() {
        List<Watched> hanging;
        synchronized (this) {
            hanging = all().stream().filter(Watched::hangs).toList();
        }
        return hanging.stream().map(each -> hung(each, true)).toList();
    }

    @Override
    public int count() {
        return hang;
    }

    @Override
    public boolean clientsWait() {
        return clientsWait;
    }

    /** All watched threads. */
    public synchronized List<WatchedThreadRuntime> runtimes() {
        return all().stream()
                .map(each -> new WatchedThreadRuntime(
                        each.name(),
                        text(each.role()),
                        each.silentNow().toMillis() / 1000.0,
                        each.hangs() ? 1 : 0,
                        each.hangCount()))
                .toList();
    }
}
