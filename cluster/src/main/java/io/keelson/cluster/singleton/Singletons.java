package io.keelson.cluster.singleton;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.cluster.singleton.SingletonMachine.Action;
import io.keelson.cluster.singleton.SingletonMachine.Event;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.ClusterMember;
import io.keelson.kernel.spi.ClusterView;
import io.keelson.kernel.spi.Fence;
import io.keelson.kernel.spi.Lease;
import io.keelson.kernel.spi.LeaseClaim;
import io.keelson.kernel.spi.LeaseListener;
import io.keelson.kernel.spi.LeaseLoss;
import io.keelson.kernel.spi.LeaseService;
import io.keelson.kernel.spi.SingletonServices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The singleton services of this server at work: lets a {@link SingletonMachine} run on the cluster's thread, and does what it
 * says. The services' own code runs on a thread for each service, {@code keelson.singleton: NAME}.
 *
 * <p>All state belongs to the cluster's thread; what management reads is an immutable list.
 */
public final class Singletons implements SingletonServices {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final String LEASE = "singleton/";

    private final Membership membership;
    private final LeaseService leases;
    private final Naming naming;
    private final Ticker ticker;
    private final SingletonMachine machine;
    private final Map<String, Running> services = new HashMap<>();
    private final ClusterView.Subscription views;
    private volatile List<State> states = List.of();
    private @Nullable CountDownLatch leaving;

    /** A service of this server. */
    private static final class Running {
        final String name;
        final ServiceObject object;
        final ClassLoader loader;
        final ScheduledExecutorService thread;

        @Nullable
        LeaseClaim claim;

        @Nullable
        Lease lease;

        @Nullable
        NameOwner owner;

        Running(String name, ServiceObject object, ClassLoader loader) {
            this.name = name;
            this.object = object;
            this.loader = loader;
            thread = Threads.scheduler("keelson.singleton: " + name);
        }
    }

    /** Those of a server that takes part in a cluster; before it joins. */
    public Singletons(Membership membership, LeaseService leases, Naming naming, Ticker ticker) {
        this.membership = membership;
        this.leases = leases;
        this.naming = naming;
        this.ticker = ticker;
        machine = new SingletonMachine(membership.group().self());
        views = membership.view().subscribe((now, change) -> step(new Event.Viewed(now.members())));
        membership.group().receive(Topic.SINGLETONS, this::received);
        membership.every(TICK, () -> step(new Event.Tick()));
    }

    private void received(ClusterMember from, byte[] payload) {
        membership.execute(() -> {
            try {
                step(new Event.Heard(from, NoticeCodec.read(payload)));
            } catch (MalformedMessageException e) {
                SingletonLog.LOG.malformed(from.server(), String.valueOf(e.getMessage()));
            }
        });
    }

    /** Has a service from now on; what cannot be used is said, and changes nothing else. */
    public void offer(String name, SingletonSettings settings, ClassLoader loader) {
        ServiceObject object;
        try {
            object = ServiceObject.make(settings.className(), loader);
        } catch (IllegalArgumentException e) {
            SingletonLog.LOG.unusable(name, String.valueOf(e.getMessage()));
            return;
        }
        membership.execute(() -> {
            services.put(name, new Running(name, object, loader));
            step(new Event.Offered(name, settings));
        });
    }

    /** Knows of a service, to show it and to move it, without ever having it: the admin server does. */
    public void observe(String name, SingletonSettings settings) {
        membership.execute(() -> step(new Event.Offered(name, settings)));
    }

    /** Lets services come to this server: it is RUNNING. */
    public void open() {
        membership.execute(() -> {
            leaving = null;
            step(new Event.Running(true));
        });
    }

    /** Lets all services go, and waits until they have gone, at most until the deadline. */
    public void close(Deadline deadline) {
        CountDownLatch gone = new CountDownLatch(1);
        membership.execute(() -> {
            leaving = gone;
            step(new Event.Running(false));
        });
        boolean done = false;
        try {
            done = gone.await(Math.max(1, deadline.remaining().toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!done) {
            SingletonLog.LOG.notDeactivated(String.join(", ", services.keySet()));
        }
    }

    /** Ends the threads; nothing is called any more. */
    public void end() {
        views.close();
        membership.execute(() -> services.values().forEach(service -> {
            LeaseClaim claim = service.claim;
            if (claim != null) {
                claim.release();
            }
            service.thread.shutdownNow();
        }));
    }

    // ---- on the cluster's thread -----------------------------------------------------------------------------------

    private void step(Event event) {
        for (Action action : machine.step(event, ticker.nanoTime(), ticker.currentTimeMillis())) {
            act(action);
        }
        states = describe();
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

    private Running running(String name) {
        return Objects.requireNonNull(services.get(name), name);
    }

    private void tell(Action.Tell tell) {
        byte[] bytes = NoticeCodec.write(tell.notice());
        ClusterMember to = tell.to();
        membership.view().current().members().stream()
                .filter(member -> !member.equals(membership.group().self()) && (to == null || to.equals(member)))
                .forEach(member -> membership.group().send(member, Topic.SINGLETONS, bytes));
    }

    private void claim(Running service) {
        try {
            service.claim = leases.claim(LEASE + service.name, new Listener(service));
        } catch (IllegalStateException e) { // the leases stop before this server knows that it does
            membership.execute(() -> step(new Event.Released(service.name)));
        }
    }

    private void release(Running service) {
        LeaseClaim claim = service.claim;
        if (claim == null) {
            membership.execute(() -> step(new Event.Released(service.name)));
            return;
        }
        claim.release()
                .whenComplete((none, failure) -> membership.execute(() -> {
                    service.claim = null;
                    service.lease = null;
                    step(new Event.Released(service.name));
                }));
    }

    /** Hears of the lease of a service, on the thread of the leases. */
    private final class Listener implements LeaseListener {
        private final Running service;

        Listener(Running service) {
            this.service = service;
        }

        @Override
        public void granted(Lease lease) {
            membership.execute(() -> {
                service.lease = lease;
                step(new Event.Granted(service.name, lease.epoch()));
            });
        }

        @Override
        public void lost(Lease lease, LeaseLoss why) {
            membership.execute(() -> step(new Event.Lost(service.name, lease.epoch(), reason(why))));
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

    private void activate(Running service, long epoch) {
        Lease lease = Objects.requireNonNull(service.lease);
        NameOwner owner = naming.owner("singleton service " + service.name, new Fence(lease.name(), epoch));
        service.owner = owner;
        service.thread.execute(() -> {
            try {
                in(service, owner, () -> service.object.activate(new HeldContext(lease)));
                membership.execute(() -> step(new Event.Activated(service.name, epoch)));
            } catch (Throwable e) { // whatever the service throws, the next server tries it
                SingletonLog.LOG.activationFailed(e, service.name, epoch);
                owner.close();
                membership.execute(() -> step(new Event.Failed(service.name, epoch, e.toString())));
            }
        });
    }

    private void deactivate(Running service, long epoch) {
        Lease lease = Objects.requireNonNull(service.lease);
        NameOwner owner = Objects.requireNonNull(service.owner);
        service.thread.execute(() -> {
            try {
                in(service, owner, () -> service.object.deactivate(new HeldContext(lease)));
            } catch (Throwable e) { // it goes all the same
                SingletonLog.LOG.deactivationFailed(e, service.name, epoch);
            }
            owner.close();
            membership.execute(() -> step(new Event.Deactivated(service.name, epoch)));
        });
    }

    /** The code of a service. */
    private interface Code {
        void run() throws Throwable;
    }

    /** Runs a service's code as the service: in its class loader, and binding names under its lease. */
    private static void in(Running service, NameOwner owner, Code code) throws Throwable {
        InvocationContext context = new InvocationContext(null, service.loader, 0);
        context.put(NameOwner.SLOT, owner);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context);
        try {
            code.run();
        } finally {
            InvocationContext.exit(previous, before);
        }
    }

    private void say(Action.Say say) {
        switch (say.what()) {
            case ACTIVE -> SingletonLog.LOG.active(say.name(), say.epoch());
            case ENDED -> SingletonLog.LOG.ended(say.name(), say.epoch(), say.detail());
            case FAILED -> SingletonLog.LOG.failed(say.name(), say.epoch(), say.detail());
            case HANGS, DEACTIVATION_HANGS -> hangs(say);
            case EXHAUSTED -> SingletonLog.LOG.exhausted(say.name());
        }
    }

    /** What hangs may bind nothing any more, and what it has bound goes: on another thread, which may wait for the cluster. */
    private void hangs(Action.Say say) {
        SingletonLog.LOG.hangs(say.name(), say.epoch(), say.detail());
        NameOwner owner = running(say.name()).owner;
        if (owner != null) {
            Threads.daemon("keelson.singleton.clean: " + say.name(), owner::close)
                    .start();
        }
    }

    // ---- management ------------------------------------------------------------------------------------------------

    private List<State> describe() {
        List<State> all = new ArrayList<>();
        machine.offered().forEach((name, settings) -> all.add(describe(name, settings)));
        return List.copyOf(all);
    }

    private State describe(String name, SingletonSettings settings) {
        Ledger ledger = machine.known(name);
        Turn last = ledger.last();
        Turn open = last != null
                        && last.open()
                        && membership.view().current().members().contains(last.member())
                ? last
                : null;
        String state = machine.exhausted(name) ? "DEACTIVATED" : "WAITING";
        if (open != null) {
            state = open.stage() == Turn.Stage.ACTIVE ? "ACTIVE" : "STARTING";
        }
        return new State(
                name,
                state,
                Optional.ofNullable(open).map(turn -> turn.member().server()),
                ledger.highest(),
                Optional.ofNullable(last).map(turn -> time(turn.atMillis())),
                Optional.ofNullable(settings.userPreferredServer()),
                settings.constrainedCandidateServers().isEmpty()
                        ? machine.able(name)
                        : settings.constrainedCandidateServers(),
                history(ledger));
    }

    private static List<HistoryEntry> history(Ledger ledger) {
        List<HistoryEntry> history = new ArrayList<>();
        Turn before = null;
        for (Turn turn : ledger.turns()) {
            history.add(new HistoryEntry(
                    time(turn.atMillis()),
                    Optional.ofNullable(before).map(earlier -> earlier.member().server()),
                    turn.member().server(),
                    turn.epoch(),
                    turn.stage().name(),
                    turn.why()));
            before = turn;
        }
        return history;
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    @Override
    public List<State> services() {
        return states;
    }

    @Override
    public void migrate(String name, String server, String by) {
        State known = states.stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no singleton service '" + name
                        + "'; there are " + states.stream().map(State::name).toList()));
        if (!known.candidates().contains(server)) {
            throw new IllegalArgumentException("the singleton service '" + name + "' cannot go to '" + server
                    + "'; the servers that may have it are " + known.candidates());
        }
        if (known.owner().filter(server::equals).isPresent()) {
            throw new IllegalArgumentException("the singleton service '" + name + "' is on '" + server + "' already");
        }
        membership.execute(() -> step(new Event.Wished(name, server, by)));
    }
}
