package io.keelson.cluster.singleton;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.singleton.SingletonServices;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The singleton services of this server at work: lets a {@link SingletonMachine} run on the cluster's thread, and does what it
 * says. The services' own code runs on a thread for each service, {@code keelson.singleton: NAME}. See
 * docs/design/singletons.md.
 *
 * <p>All state belongs to the cluster's thread; what management reads is immutable.
 */
public final class Singletons implements SingletonServices {
    /** Moves of singleton services. */
    public static final Topic SINGLETONS = new Topic(4, "singletons");

    private static final Duration TICK = Duration.ofMillis(100);
    /** Time that a service's thread has at the end to take its names away. */
    private static final Duration CLEANING = Duration.ofSeconds(1);
    /** The same where the server goes on: the cluster has time to decide about the names. */
    private static final Duration NAMES = Duration.ofSeconds(15);

    /** Longest time that a member whose process has ended may be in the view. */
    private static final Duration MOST_IN_VIEW = Duration.ofSeconds(10);

    /** After how many ticks of a server that is RUNNING it rehearses. */
    private static final int REHEARSAL_TICKS = 20;

    private static final String LEASE = "singleton/";

    private final Membership membership;
    private final LeaseService leases;
    private final Naming naming;
    private final Ticker ticker;
    private final SingletonMachine machine;
    private final Map<String, LocalService> services = new ConcurrentHashMap<>();
    private final Map<LocalService, CompletableFuture<Boolean>> departing = new ConcurrentHashMap<>();
    private final Set<String> refused = new TreeSet<>();
    private final Views seen = new Views();
    private final ClusterView.Subscription views;
    private volatile ServiceTable table = ServiceTable.NONE;
    private volatile boolean ended;
    private @Nullable CountDownLatch leaving;
    private int ticks;

    /** Those of a server that takes part in a cluster; before it joins. */
    public Singletons(Membership membership, LeaseService leases, Naming naming, Ticker ticker) {
        this.membership = membership;
        this.leases = leases;
        this.naming = naming;
        this.ticker = ticker;
        machine = new SingletonMachine(membership.group().self());
        views = membership.view().subscribe(seen);
        membership.group().receive(SINGLETONS, this::received);
        membership.every(TICK, this::tick);
    }

    /** Hears of changes of the view, on the cluster's thread. */
    private final class Views implements ClusterView.Listener {
        /** Members of the view whose processes have ended, and since when that is known. */
        private final Map<ClusterMember, Long> gone = new HashMap<>();

        @Override
        public void changed(ClusterView.View now, ClusterView.Change change) {
            gone.keySet().retainAll(now.members());
            viewed(now);
        }

        /** Its services go on at once: a view without it comes later. */
        @Override
        public void ended(ClusterMember member) {
            gone.put(member, ticker.nanoTime());
            viewed(membership.view().current());
        }

        /** Counts members as alive again that have stayed in the view for so long after their supposed end: it was no proof. */
        void tick() {
            long now = ticker.nanoTime();
            if (gone.values().removeIf(since -> now - since > MOST_IN_VIEW.toNanos())) {
                viewed(membership.view().current());
            }
        }

        private void viewed(ClusterView.View now) {
            step(new Event.Viewed(now.members().stream()
                    .filter(member -> !gone.containsKey(member))
                    .toList()));
        }
    }

    private void received(ClusterMember from, byte[] payload) {
        later(() -> {
            try {
                step(new Event.Heard(from, NoticeCodec.read(payload)));
            } catch (MalformedMessageException e) {
                SingletonLog.LOG.malformed(from.server(), String.valueOf(e.getMessage()));
            }
        });
    }

    private void later(Runnable task) {
        membership.execute(task);
    }

    private void later(Event event) {
        membership.execute(() -> step(event));
    }

    /** Takes an event of a service on the cluster's thread; does nothing if another service of its name is in its place. */
    private void later(LocalService service, Event event) {
        later(() -> {
            if (services.get(service.name()) == service) {
                step(event);
            }
        });
    }

    /** Has a service from now on; what cannot be used is said, and changes nothing else. */
    public void offer(String name, SingletonSettings settings, ClassLoader loader) {
        ServiceObject object;
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            object = ServiceObject.make(settings.className(), loader);
        } catch (IllegalArgumentException e) {
            Throwable thrown = e.getCause() instanceof InvocationTargetException ? e.getCause() : null;
            SingletonLog.LOG.unusable(thrown, name, String.valueOf(e.getMessage()));
            observe(name, settings);
            return;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        offer(new LocalService(name, object, loader, null), settings, null);
    }

    /** Has a service from now on, of an application; null: of none. */
    void offer(LocalService service, SingletonSettings settings, @Nullable String application) {
        later(() -> {
            services.put(service.name(), service);
            step(new Event.Offered(service.name(), settings, application));
        });
    }

    /**
     * Has a service no more, and waits until it is deactivated, its lease given back and its names gone; or until its code is
     * given up, as it hangs.
     *
     * @param patience how long its code may take
     */
    void withdraw(LocalService service, Duration patience) {
        CompletableFuture<Boolean> gone = new CompletableFuture<>();
        later(() -> leave(service, gone));
        boolean clean = ended;
        try {
            clean = clean || gone.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) { // it is given up
            SingletonLog.LOG.debugf(e, "%s does not go", service.name());
        }
        if (clean) {
            service.shutdown();
            clean = service.end(NAMES);
        } else {
            later(() -> abandon(service));
        }
        if (!clean) {
            SingletonLog.LOG.leftBehind(service.name());
        }
        departing.remove(service);
    }

    private void leave(LocalService service, CompletableFuture<Boolean> gone) {
        departing.put(service, gone);
        if (ended || services.get(service.name()) != service) {
            gone.complete(true);
            return;
        }
        step(new Event.Withdrawn(service.name()));
    }

    /** Lets those go that have nothing running here any more, and gives up those whose code hangs. */
    private void part() {
        departing.forEach((service, gone) -> {
            if (services.get(service.name()) != service) {
                return;
            }
            if (!machine.has(service.name())) {
                services.remove(service.name());
                gone.complete(true);
            } else if (machine.hangs(service.name())) {
                abandon(service);
                gone.complete(false);
            }
        });
    }

    private void abandon(LocalService service) {
        if (services.remove(service.name(), service)) {
            service.abandon();
            step(new Event.Abandoned(service.name()));
        }
    }

    /** The application that brings a service of that name, here or to another server of the cluster; empty: none. */
    Optional<String> broughtBy(String name) {
        return table.application(name);
    }

    /** Knows of a service, to show it and to move it, without ever having it: the admin server does. */
    public void observe(String name, SingletonSettings settings) {
        later(new Event.Observed(name, settings));
    }

    /** Lets services come to this server: it is RUNNING. */
    public void open() {
        later(() -> {
            leaving = null;
            step(new Event.Running(true));
        });
    }

    /** Lets all services go, and waits until they have gone, at most until the deadline. */
    public void close(Deadline deadline) {
        CountDownLatch gone = new CountDownLatch(1);
        later(() -> {
            leaving = gone;
            step(new Event.Running(false));
        });
        boolean done = false;
        try {
            done = gone.await(Math.max(1, deadline.remaining().toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Set<String> busy = done ? Set.of() : table.busy();
        if (!busy.isEmpty()) {
            SingletonLog.LOG.notDeactivated(String.join(", ", busy));
        }
    }

    /** Ends the threads; nothing is called any more. */
    public void end() {
        views.close();
        ended = true;
        services.values().forEach(LocalService::shutdown);
        Deadline cleaning = Deadline.in(ticker, CLEANING);
        services.values().forEach(service -> service.end(cleaning.remaining()));
        later(() -> services.values().forEach(Singletons::giveBack));
        departing.values().forEach(gone -> gone.complete(true));
    }

    private static void giveBack(LocalService service) {
        LeaseClaim claim = service.claim;
        if (claim != null) {
            claim.release();
        }
    }

    // ---- on the cluster's thread -----------------------------------------------------------------------------------

    /**
     * Goes the way of a service with one that nobody knows: what comes of it is dropped, as of one in whose place there is
     * another.
     */
    private void rehearse() {
        Rehearsal nothing = new Rehearsal();
        LocalService service = new LocalService(Rehearsal.NAME, nothing, Rehearsal.class.getClassLoader(), null);
        new Listener(service).granted(nothing);
        later(() -> {
            activate(service, nothing.epoch());
            deactivate(service, nothing.epoch());
            service.shutdown();
        });
        SingletonMachine scratch = new SingletonMachine(membership.group().self());
        SingletonSettings settings =
                new SingletonSettings(Rehearsal.class.getName(), null, List.of(), 0, 0, false, CLEANING, CLEANING);
        for (Event event : List.of(
                new Event.Offered(Rehearsal.NAME, settings),
                new Event.Running(true),
                new Event.Granted(Rehearsal.NAME, 1),
                new Event.Activated(Rehearsal.NAME, 1),
                new Event.Running(false),
                new Event.Deactivated(Rehearsal.NAME, 1),
                new Event.Released(Rehearsal.NAME))) {
            scratch.step(event, ticker.nanoTime(), ticker.currentTimeMillis());
        }
    }

    private void tick() {
        if (machine.isRunning() && ++ticks == REHEARSAL_TICKS) {
            rehearse();
        }
        if (!refused.isEmpty()) {
            List<String> again = List.copyOf(refused);
            refused.clear();
            again.forEach(name -> step(new Event.Released(name)));
        }
        seen.tick();
        step(new Event.Tick());
    }

    private void step(Event event) {
        if (ended) {
            return;
        }
        for (Action action : machine.step(event, ticker.nanoTime(), ticker.currentTimeMillis())) {
            act(action);
        }
        part();
        table = ServiceTable.of(machine, membership.view().current());
        CountDownLatch waiting = leaving;
        if (waiting != null && machine.idle()) {
            waiting.countDown();
        }
    }

    private void act(Action action) {
        if (action instanceof Action.Claim claim) {
            claim(running(claim.name()));
        } else if (action instanceof Action.Release release) {
            release(running(release.name()));
        } else if (action instanceof Action.Activate activate) {
            activate(running(activate.name()), activate.epoch());
        } else if (action instanceof Action.Deactivate deactivate) {
            deactivate(running(deactivate.name()), deactivate.epoch());
        } else if (action instanceof Action.Tell tell) {
            tell(tell);
        } else if (action instanceof Action.Say say) {
            say(say);
        }
    }

    private LocalService running(String name) {
        return Objects.requireNonNull(services.get(name), name);
    }

    private void tell(Action.Tell tell) {
        byte[] bytes = NoticeCodec.write(tell.notice());
        ClusterMember to = tell.to();
        membership.view().current().members().stream()
                .filter(member -> !member.equals(membership.group().self()) && (to == null || to.equals(member)))
                .forEach(member -> membership.group().send(member, SINGLETONS, bytes));
    }

    private void claim(LocalService service) {
        try {
            service.claim = leases.claim(LEASE + service.name(), new Listener(service));
        } catch (IllegalStateException e) { // the leases stop, and this server is yet to hear of it
            SingletonLog.LOG.debugf(e, "no claim to %s", service.name());
            refused.add(service.name());
        }
    }

    private void release(LocalService service) {
        LeaseClaim claim = service.claim;
        if (claim == null) {
            refused.add(service.name());
            return;
        }
        claim.release()
                .whenComplete((none, failure) -> later(() -> {
                    service.claim = null;
                    if (services.get(service.name()) == service) {
                        step(new Event.Released(service.name()));
                    }
                }));
    }

    /** Hears of the lease of a service, on the thread of the leases. */
    private final class Listener implements LeaseListener {
        private final LocalService service;

        Listener(LocalService service) {
            this.service = service;
        }

        @Override
        public void granted(Lease lease) {
            later(() -> service.granted = lease);
            later(service, new Event.Granted(service.name(), lease.epoch()));
        }

        @Override
        public void lost(Lease lease, LeaseLoss why) {
            later(service, new Event.Lost(service.name(), lease.epoch(), reason(why)));
        }
    }

    private static String reason(LeaseLoss why) {
        return switch (why) {
            case RELEASED -> "its lease was given back";
            case EXPIRED -> "its lease could not be renewed in time";
            case REVOKED -> "its lease was given to another server";
            case CLOCK_JUMP -> "the clocks of this server jumped";
            case STOPPED -> "the leases of this server have stopped";
        };
    }

    private void activate(LocalService service, long epoch) {
        Lease lease = Objects.requireNonNull(service.granted);
        NameOwner owner =
                naming.owner("singleton service " + service.name(), new Fence(lease.name(), epoch), lease::stillMine);
        service.activate(lease, owner, failure -> {
            if (failure == null) {
                later(service, new Event.Activated(service.name(), epoch));
            } else {
                SingletonLog.LOG.activationFailed(failure, service.name(), epoch);
                later(service, new Event.Failed(service.name(), epoch, failure.toString()));
            }
        });
    }

    private void deactivate(LocalService service, long epoch) {
        service.deactivate(failure -> {
            if (failure != null) {
                SingletonLog.LOG.deactivationFailed(failure, service.name(), epoch);
            }
            later(service, new Event.Deactivated(service.name(), epoch));
        });
    }

    private void say(Action.Say say) {
        switch (say.what()) {
            case ACTIVE -> SingletonLog.LOG.active(say.name(), say.epoch());
            case ENDED -> SingletonLog.LOG.ended(say.name(), say.epoch(), say.detail());
            case FAILED -> SingletonLog.LOG.failed(say.name(), say.epoch(), say.detail());
            case HANGS, DEACTIVATION_HANGS -> {
                SingletonLog.LOG.hangs(say.name(), say.epoch(), say.detail());
                running(say.name()).disown();
            }
            case EXHAUSTED -> SingletonLog.LOG.exhausted(say.name());
        }
    }

    // ---- management ------------------------------------------------------------------------------------------------

    @Override
    public List<State> services() {
        return table.states();
    }

    @Override
    public List<HistoryEntry> history(String name) {
        return table.history(name);
    }

    @Override
    public void migrate(String name, String server, String by) {
        ClusterMember to = table.target(name, server);
        later(new Event.Wished(name, to, by));
    }
}
