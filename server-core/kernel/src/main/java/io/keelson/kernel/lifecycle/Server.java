package io.keelson.kernel.lifecycle;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.trace.Tracing;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.NamingSettings;
import io.keelson.kernel.watch.Alarms;
import io.keelson.kernel.watch.HangingThreads;
import io.keelson.kernel.watch.HeartbeatMonitor;
import io.keelson.kernel.watch.WatchedThreadRuntime;
import io.keelson.kernel.work.KernelWorkManagers;
import io.keelson.kernel.work.OverloadSettings;
import io.keelson.kernel.work.WorkRuntimes;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A server: its subsystems, and the states it goes through with them; see docs/design/lifecycle.md. Thread-safe.
 *
 * <p>Transitions are made by one thread at a time, which holds {@code transition} from one resting state to the next. A
 * shutdown does not wait for the lock to be heard: {@code requested} is read within the transitions, and cutting
 * {@code clock} ends their deadlines.
 */
public final class Server implements ServerControl {
    /** Time for which a step that ignores its deadline is waited for before it is left behind. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private final ServerIdentity identity;
    private final CutTicker clock;
    private final Ticker ticker;
    private final Duration grace;
    private final List<SubsystemFactory> factories;
    private final StateMachine states;
    private final ReentrantLock transition = new ReentrantLock();
    private final AtomicReference<@Nullable ShutdownMode> requested = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable ServerOutcome outcome;
    private volatile boolean gaveUp;
    private boolean started;
    private volatile Configuration configuration;
    private volatile @Nullable SubsystemSet subsystems;
    private volatile @Nullable KernelWorkManagers workManagers;
    private volatile @Nullable Naming naming;
    private final Tracing tracing = new Tracing();
    private final RuntimeState runtimeState = new RuntimeState();
    private final Alarms alarms = new Alarms();
    private final HeartbeatMonitor threadWatch;

    /** A server of the subsystems given; {@link #start} starts it. */
    public Server(
            ServerIdentity identity, Configuration configuration, Ticker ticker, List<SubsystemFactory> factories) {
        this(identity, configuration, ticker, factories, GRACE);
    }

    Server(
            ServerIdentity identity,
            Configuration configuration,
            Ticker ticker,
            List<SubsystemFactory> factories,
            Duration grace) {
        this.identity = identity;
        this.configuration = configuration;
        this.ticker = ticker;
        this.clock = new CutTicker(ticker);
        this.factories = List.copyOf(factories);
        this.grace = grace;
        this.states = new StateMachine(identity.name());
        this.threadWatch = new HeartbeatMonitor(ticker, this::giveUp);
    }

    /** The subsystems that a class loader finds. */
    public static List<SubsystemFactory> discover(ClassLoader loader) {
        return ServiceLoader.load(SubsystemFactory.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * Starts the server and returns when it is RUNNING. Called once.
     *
     * @throws ServerException when it cannot start or is shut down meanwhile; everything is then released again
     */
    public void start() throws ServerException {
        transition.lock();
        try {
            if (started || states.state() != ServerState.STARTING) {
                throw new ServerException("the server '" + identity.name() + "' has been started or shut down before");
            }
            started = true;
            climbOrFall();
        } finally {
            transition.unlock();
        }
    }

    private void climbOrFall() throws ServerException {
        try {
            climb();
        } catch (ServerException | RuntimeException | Error e) { // whatever it is, what has started must stop again
            throw fall(e);
        }
    }

    private void climb() throws ServerException {
        long begin = ticker.nanoTime();
        KernelWorkManagers managers =
                KernelWorkManagers.start(ticker, configuration, stuck -> giveUp(stuck + " of its threads are stuck"));
        workManagers = managers;
        threadWatch.configure(configuration.get(OverloadSettings.class));
        threadWatch.start();
        runtimeState.add("watched-threads", WatchedThreadRuntime.class, threadWatch::runtimes);
        Naming names =
                Naming.open(identity.name(), () -> configuration.get(NamingSettings.class), !identity.productionMode());
        naming = names;
        Map<Class<?>, Supplier<?>> given = given(managers, names);
        SubsystemSet set = new SubsystemSet(
                DependencyGraph.of(factories, given.keySet()), new KernelServices(given), clock, grace);
        subsystems = set;
        check(set.start(this::shutdownRequested, gracefulTimeout()), "start");
        states.enter(ServerState.STANDBY);
        check(set.administer(this::shutdownRequested, gracefulTimeout()), "become reachable for administration");
        states.enter(ServerState.ADMIN);
        check(set.resume(this::shutdownRequested, gracefulTimeout()), "resume");
        states.enter(ServerState.RUNNING);
        LifecycleLog.LOG.running(identity.name(), (ticker.nanoTime() - begin) / 1_000_000, describe(set.times()));
    }

    private Map<Class<?>, Supplier<?>> given(KernelWorkManagers managers, Naming names) {
        return Map.ofEntries(
                Map.entry(Configuration.class, () -> configuration),
                Map.entry(Ticker.class, () -> ticker),
                Map.entry(ServerIdentity.class, () -> identity),
                Map.entry(WorkManagers.class, () -> managers),
                Map.entry(WorkRuntimes.class, () -> managers),
                Map.entry(ThreadWatch.class, () -> threadWatch),
                Map.entry(HangingThreads.class, () -> threadWatch),
                Map.entry(Alarms.class, () -> alarms),
                Map.entry(Naming.class, () -> names),
                Map.entry(RuntimeState.class, () -> runtimeState),
                Map.entry(Tracing.class, () -> tracing),
                Map.entry(ServerControl.class, () -> this));
    }

    /** Undoes a start that failed, and returns what to throw. */
    private ServerException fall(Throwable cause) {
        boolean wanted = shutdownRequested();
        ServerException failure = cause instanceof ServerException known
                ? known
                : new ServerException("the kernel failed: " + Phase.reason(cause), cause);
        boolean released = release(clock.deadline(wanted ? gracefulTimeout() : Duration.ZERO), failure);
        if (wanted && !gaveUp) {
            end(ServerState.SHUTDOWN, released ? ServerOutcome.STOPPED : ServerOutcome.STOP_FAILED);
        } else {
            LifecycleLog.LOG.failed(identity.name(), Phase.reason(failure));
            end(ServerState.FAILED, gaveUp ? ServerOutcome.FAILED : ServerOutcome.START_FAILED);
        }
        return failure;
    }

    private void check(Phase phase, String verb) throws ServerException {
        if (phase.failures().isEmpty() && phase.hanging().isEmpty()) {
            if (shutdownRequested()) {
                throw new ServerException("the server '" + identity.name() + "' was shut down while it started");
            }
            return;
        }
        throw sum(phase, verb);
    }

    /** One exception for all that failed in a phase: the first is the cause, the others are suppressed. */
    private static ServerException sum(Phase phase, String verb) {
        ServerException sum = null;
        for (var failed : phase.failures().entrySet()) {
            ServerException one = new ServerException(
                    "the subsystem '" + failed.getKey().name() + "' failed to " + verb + ": "
                            + Phase.reason(failed.getValue()),
                    failed.getValue());
            sum = joined(sum, one);
        }
        for (var left : phase.hanging()) {
            sum = joined(
                    sum,
                    new ServerException("the subsystem '" + left.name() + "' did not " + verb
                            + " in time and was left behind; the log shows where it stands"));
        }
        return sum == null ? new ServerException("nothing failed to " + verb) : sum;
    }

    private static ServerException joined(@Nullable ServerException sum, ServerException next) {
        if (sum == null) {
            return next;
        }
        sum.addSuppressed(next);
        return sum;
    }

    private static String describe(List<SubsystemTime> times) {
        return times.stream()
                .sorted(Comparator.comparing(SubsystemTime::total).reversed())
                .map(time -> time.name() + " " + time.total().toMillis() + " ms")
                .collect(Collectors.joining(", "));
    }

    private Duration gracefulTimeout() {
        return configuration.get(LifecycleSettings.class).gracefulShutdownTimeout();
    }

    private boolean shutdownRequested() {
        return requested.get() != null;
    }

    @Override
    public ServerState state() {
        return states.state();
    }

    @Override
    public List<SubsystemTime> subsystems() {
        SubsystemSet set = subsystems;
        return set == null ? List.of() : set.times();
    }

    @Override
    public void addListener(ServerStateListener listener) {
        states.addListener(listener);
    }

    @Override
    public void shutdown(ShutdownMode mode) {
        if (states.state().isEnd()) {
            return;
        }
        ShutdownMode before = requested.getAndUpdate(now -> now == ShutdownMode.FORCE ? now : mode);
        if (mode == ShutdownMode.FORCE && before != ShutdownMode.FORCE) {
            if (before == ShutdownMode.GRACEFUL) {
                LifecycleLog.LOG.forced(identity.name());
            }
            clock.cut();
        }
        if (before == null) {
            LifecycleLog.LOG.shutsDown(identity.name(), mode);
            Threads.daemon("keelson.shutdown", this::descend).start();
        }
    }

    /** Ends the server at once and leaves it FAILED, so that whoever watches it starts it again. */
    private void giveUp(String reason) {
        LifecycleLog.LOG.gaveUp(identity.name(), reason);
        gaveUp = true;
        shutdown(ShutdownMode.FORCE);
    }

    private void descend() {
        transition.lock();
        try {
            if (states.state().isEnd()) {
                return; // it was starting, and start() has undone what there was
            }
            Deadline deadline = clock.deadline(gracefulTimeout());
            ServerException failures = new ServerException("the server '" + identity.name() + "' was shut down");
            boolean suspended = true;
            if (states.state() == ServerState.RUNNING && requested.get() == ShutdownMode.GRACEFUL) {
                states.enter(ServerState.SUSPENDING);
                suspended = set().suspend(deadline).hanging().isEmpty();
            }
            boolean released = release(deadline, failures);
            if (gaveUp) {
                end(ServerState.FAILED, ServerOutcome.FAILED);
                return;
            }
            end(ServerState.SHUTDOWN, suspended && released ? ServerOutcome.STOPPED : ServerOutcome.STOP_FAILED);
        } catch (RuntimeException | Error e) { // whoever waits for the end must not wait for ever
            end(ServerState.SHUTDOWN, ServerOutcome.STOP_FAILED);
            throw e;
        } finally {
            transition.unlock();
        }
    }

    /** Stops what has started; adds what fails to {@code sum}. Returns whether all went well. */
    private boolean release(Deadline deadline, ServerException sum) {
        states.enter(ServerState.SHUTTING_DOWN);
        threadWatch.stop();
        boolean well = true;
        SubsystemSet set = subsystems;
        if (set != null) {
            Phase stop = set.stop(deadline);
            well = stop.failures().isEmpty() && stop.hanging().isEmpty();
            if (!well) {
                sum.addSuppressed(sum(stop, "stop"));
            }
        }
        Naming names = naming;
        if (names != null) {
            names.close();
        }
        KernelWorkManagers managers = workManagers;
        if (managers != null) {
            managers.stop(deadline);
        }
        return well;
    }

    private SubsystemSet set() {
        SubsystemSet set = subsystems;
        if (set == null) {
            throw new IllegalStateException("the server '" + identity.name() + "' has no subsystems yet");
        }
        return set;
    }

    @Override
    public void suspend(Duration timeout) throws ServerException {
        transition.lock();
        try {
            require(ServerState.RUNNING, "suspended");
            states.enter(ServerState.SUSPENDING);
            Phase phase = set().suspend(clock.deadline(timeout));
            states.enter(ServerState.ADMIN);
            if (!phase.failures().isEmpty() || !phase.hanging().isEmpty()) {
                throw sum(phase, "suspend");
            }
        } finally {
            transition.unlock();
        }
    }

    @Override
    public void resume() throws ServerException {
        transition.lock();
        try {
            require(ServerState.ADMIN, "resumed");
            Phase phase = set().resume(this::shutdownRequested, gracefulTimeout());
            try {
                check(phase, "resume");
                states.enter(ServerState.RUNNING);
            } catch (ServerException e) {
                Phase back = set().suspend(phase.succeeded(), clock.deadline(Duration.ZERO));
                if (!back.failures().isEmpty() || !back.hanging().isEmpty()) {
                    e.addSuppressed(sum(back, "suspend"));
                }
                throw e;
            }
        } finally {
            transition.unlock();
        }
    }

    @Override
    public void checkConfiguration(Configuration next) throws ServerException {
        lockForChange();
        try {
            requireChangeable();
            check(workManagers, next);
            set().rehearse(next);
        } finally {
            transition.unlock();
        }
    }

    /** Does not wait through a transition: a shutdown waits for the very thread that would. */
    private void lockForChange() throws ServerException {
        try {
            if (transition.tryLock(GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new ServerException(
                "nothing was changed: the server '" + identity.name() + "' is in the state " + states.state());
    }

    private void requireChangeable() throws ServerException {
        ServerState state = states.state();
        if (state != ServerState.ADMIN && state != ServerState.RUNNING) {
            throw new ServerException(
                    "nothing was changed: the server '" + identity.name() + "' is in the state " + state);
        }
    }

    @Override
    public void applyConfiguration(Configuration next) throws ServerException {
        lockForChange();
        try {
            requireChangeable();
            KernelWorkManagers managers = workManagers;
            check(managers, next);
            set().apply(next);
            configuration = next;
            threadWatch.configure(next.get(OverloadSettings.class));
            if (managers != null) {
                managers.apply(next);
            }
        } finally {
            transition.unlock();
        }
    }

    private static void check(@Nullable KernelWorkManagers managers, Configuration next) throws ServerException {
        try {
            if (managers != null) {
                managers.check(next);
            }
        } catch (IllegalArgumentException e) {
            throw new ServerException("nothing was changed: " + e.getMessage(), e);
        }
    }

    private void require(ServerState state, String participle) throws ServerException {
        if (states.state() != state) {
            throw new ServerException("the server '" + identity.name() + "' is in the state " + states.state()
                    + " and cannot be " + participle + "; that takes the state " + state);
        }
    }

    /** A service that a started subsystem has published, or one of the kernel's own; for whoever put the server together. */
    public <T> Optional<T> find(Class<T> service) {
        SubsystemSet set = subsystems;
        return set == null ? Optional.empty() : set.find(service);
    }

    /** Waits until the server has ended. */
    public ServerOutcome awaitEnd() throws InterruptedException {
        ended.await();
        return Objects.requireNonNull(outcome);
    }

    /** Waits until the server has ended, at most for {@code longest}; empty when it has not. */
    public Optional<ServerOutcome> awaitEnd(Duration longest) throws InterruptedException {
        return ended.await(longest.toNanos(), TimeUnit.NANOSECONDS) ? Optional.ofNullable(outcome) : Optional.empty();
    }

    private void end(ServerState state, ServerOutcome how) {
        states.enter(state);
        outcome = how;
        ended.countDown();
    }
}
