package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.ClusterMember;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server's part in the singleton services: events in, actions out. It claims the lease of a service when the service belongs
 * to this server, activates it when the lease is granted, and lets it go when it belongs elsewhere. What becomes of a turn it
 * tells the others before the lease is released, so that the next knows.
 *
 * <p>It never decides that two may have a service: without a lease of its own nothing is activated.
 */
final class SingletonMachine {
    /** How often everything is told again, for those who missed it. */
    static final long REPEAT_NANOS = 5_000_000_000L;
    /** How long a service that nobody has had yet waits for its preferred server: servers seldom start all at once. */
    static final long FIRST_PATIENCE_NANOS = 10_000_000_000L;
    /** More services than this are not remembered for others. */
    private static final int MOST = 10_000;

    private final ClusterMember self;
    private final Map<String, Slot> slots = new TreeMap<>();
    private final Map<String, Ledger> ledgers = new TreeMap<>();
    private final Map<ClusterMember, Set<String>> ready = new TreeMap<>();

    /** What the applications of other servers bring, by server: what a run of it has said holds until the next says something. */
    private final Map<String, Map<String, Description>> brought = new TreeMap<>();

    private final List<Action> actions = new ArrayList<>();
    private final Set<String> changed = new TreeSet<>();
    private List<ClusterMember> members;
    private @Nullable Map<String, Description> own;
    private boolean running;
    private boolean hasRun;
    private long runningSince;
    private boolean readyChanged;
    private long lastTold;
    private long now;
    private long wallMillis;

    SingletonMachine(ClusterMember self) {
        this.self = self;
        members = List.of(self);
    }

    /** What happens. */
    sealed interface Event {
        /** There is another view. */
        record Viewed(List<ClusterMember> members) implements Event {}

        /** This server runs, and may have services; or stops, and lets them go. */
        record Running(boolean running) implements Event {}

        /** This server has a service; null: it is none of an application. */
        record Offered(
                String name,
                SingletonSettings settings,
                @Nullable String application) implements Event {
            Offered(String name, SingletonSettings settings) {
                this(name, settings, null);
            }
        }

        /** There is a service that this server can never have. */
        record Observed(String name, SingletonSettings settings) implements Event {}

        /** This server has a service no more: its application goes. */
        record Withdrawn(String name) implements Event {}

        /** What was withdrawn hangs: nothing that comes of it is heard of any more. */
        record Abandoned(String name) implements Event {}

        /** Another server tells something. */
        record Heard(ClusterMember from, Notice notice) implements Event {}

        /** The lease of a service is this server's. */
        record Granted(String name, long epoch) implements Event {}

        /** The lease of a service has been lost. */
        record Lost(String name, long epoch, String why) implements Event {}

        /** The claim is given back. */
        record Released(String name) implements Event {}

        /** {@code activate} has returned. */
        record Activated(String name, long epoch) implements Event {}

        /** {@code activate} has thrown. */
        record Failed(String name, long epoch, String why) implements Event {}

        /** {@code deactivate} has returned, or thrown. */
        record Deactivated(String name, long epoch) implements Event {}

        /** Somebody wants a service on a server. */
        record Wished(String name, ClusterMember to, String by) implements Event {}

        /** Some time has passed. */
        record Tick() implements Event {}
    }

    /** What to do. */
    sealed interface Action {
        record Claim(String name) implements Action {}

        record Release(String name) implements Action {}

        record Activate(String name, long epoch) implements Action {}

        record Deactivate(String name, long epoch) implements Action {}

        /** Tells another server; null: all others. */
        record Tell(@Nullable ClusterMember to, Notice notice) implements Action {}

        /** Something that an operator should hear of. */
        record Say(What what, String name, long epoch, String detail) implements Action {}
    }

    /** What an operator hears of. */
    enum What {
        ACTIVE,
        ENDED,
        FAILED,
        HANGS,
        DEACTIVATION_HANGS,
        EXHAUSTED
    }

    /** What this server does with a service now. */
    enum Doing {
        NOTHING,
        CLAIMING,
        ACTIVATING,
        ACTIVE,
        /** {@code activate} has not returned in time; the lease is given up, the thread is still in it. */
        HANGING,
        DEACTIVATING,
        RELEASING
    }

    private static final class Slot {
        final String name;
        SingletonSettings settings;
        Doing doing = Doing.NOTHING;

        /** The application that brings it; null: the domain's configuration has it. */
        @Nullable
        String application;

        boolean here;
        boolean withdrawn;

        /** Its application has stopped with this server, and will come again with it. */
        boolean kept;

        /** It has just been offered: what it failed for may be mended. */
        boolean fresh;

        boolean claimed;
        boolean exhausted;
        long epoch;
        long since;
        long failureHeard;
        String why = "";

        Slot(String name, SingletonSettings settings) {
            this.name = name;
            this.settings = settings;
        }
    }

    /** Takes an event; returns what to do, in this order. */
    List<Action> step(Event event, long nowNanos, long nowMillis) {
        now = nowNanos;
        wallMillis = nowMillis;
        Set<String> before = couldHave();
        handle(event);
        ready.put(self, couldHave());
        slots.values().forEach(this::place);
        slots.values().removeIf(this::leaves);
        ready.put(self, couldHave());
        Map<String, Description> next = bringing();
        readyChanged |= !couldHave().equals(before) || !Objects.equals(own, next);
        own = next;
        tell();
        List<Action> done = List.copyOf(actions);
        actions.clear();
        return done;
    }

    private void handle(Event event) {
        if (event instanceof Event.Viewed viewed) {
            viewed(viewed.members());
        } else if (event instanceof Event.Running runs) {
            running = runs.running();
            runningSince = now;
            if (running) {
                hasRun = true;
                slots.values().forEach(slot -> slot.kept = false);
            }
        } else if (event instanceof Event.Offered offered) {
            Slot slot = slots.computeIfAbsent(offered.name(), name -> new Slot(name, offered.settings()));
            slot.settings = offered.settings();
            slot.application = offered.application();
            slot.here = true;
            slot.withdrawn = false;
            slot.kept = false;
            slot.fresh = true;
            ledger(offered.name());
        } else if (event instanceof Event.Observed observed) {
            slots.computeIfAbsent(observed.name(), name -> new Slot(name, observed.settings()));
            ledger(observed.name());
        } else if (event instanceof Event.Withdrawn withdrawn) {
            with(withdrawn.name(), slot -> {
                slot.withdrawn = true;
                slot.kept = hasRun && !running;
            });
        } else if (event instanceof Event.Abandoned abandoned) {
            with(abandoned.name(), slot -> {
                slot.doing = Doing.NOTHING;
                slot.claimed = false; // a claim that is still on its way back refuses the next one until it is
            });
        } else if (event instanceof Event.Heard heard) {
            heard(heard.from(), heard.notice());
        } else if (event instanceof Event.Wished wished) {
            Ledger ledger = ledger(wished.name());
            if (ledger.add(new Ledger.Wish(wished.to(), ledger.highest(), wished.by()))) {
                changed.add(wished.name());
            }
        } else if (event instanceof Event.Tick) {
            slots.values().forEach(this::look);
        } else {
            own(event);
        }
    }

    /** What happens to a service that this server has. */
    private void own(Event event) {
        if (event instanceof Event.Granted granted) {
            with(granted.name(), slot -> granted(slot, granted.epoch()));
        } else if (event instanceof Event.Lost lost) {
            with(lost.name(), slot -> lost(slot, lost.epoch(), lost.why()));
        } else if (event instanceof Event.Released released) {
            with(released.name(), SingletonMachine::released);
        } else if (event instanceof Event.Activated activated) {
            with(activated.name(), slot -> activated(slot, activated.epoch()));
        } else if (event instanceof Event.Failed failed) {
            with(failed.name(), slot -> failed(slot, failed.epoch(), failed.why()));
        } else if (event instanceof Event.Deactivated deactivated) {
            with(deactivated.name(), slot -> deactivated(slot, deactivated.epoch()));
        }
    }

    private void with(String name, Consumer<Slot> action) {
        Slot slot = slots.get(name);
        if (slot != null) {
            action.accept(slot);
        }
    }

    private Ledger ledger(String name) {
        return ledgers.computeIfAbsent(name, none -> new Ledger());
    }

    // ---- what the others tell --------------------------------------------------------------------------------------

    private void viewed(List<ClusterMember> next) {
        List<ClusterMember> before = members;
        members = List.copyOf(next);
        ready.keySet().retainAll(new HashSet<>(members));
        for (ClusterMember member : members) {
            if (!member.equals(self) && !before.contains(member)) {
                actions.add(new Action.Tell(member, everything()));
            }
        }
    }

    private void heard(ClusterMember from, Notice notice) {
        // It may be in a view that this server has not heard of yet; it counts when this server has.
        ready.put(from, notice.ready());
        Map<String, Description> said = notice.brought();
        if (said != null) {
            brought.put(from.server(), said);
            observe();
        }
        notice.ledgers().forEach((name, page) -> {
            if (ledgers.size() >= MOST && !ledgers.containsKey(name)) {
                return;
            }
            Ledger ledger = ledger(name);
            for (Turn turn : page.turns()) {
                if (ledger.add(turn) && turn.stage() == Turn.Stage.FAILED) {
                    with(name, slot -> slot.failureHeard = now);
                }
            }
            ledger.add(page.wish());
        });
    }

    /** What is known of the services that are there. Of others the ledgers are kept, but no news. */
    private Notice everything() {
        Map<String, Notice.Page> pages = new TreeMap<>();
        slots.keySet().forEach(name -> pages.put(name, Notice.Page.of(ledger(name))));
        return new Notice(couldHave(), own, pages);
    }

    /** What the applications of this server bring; null until they have all been started once. */
    private @Nullable Map<String, Description> bringing() {
        if (!hasRun) {
            return null;
        }
        Map<String, Description> own = new TreeMap<>();
        for (Slot slot : slots.values()) {
            String application = slot.application;
            if (application != null && (slot.here && !slot.withdrawn || slot.kept)) {
                own.put(slot.name, new Description(application, slot.settings));
            }
        }
        return own;
    }

    /** Knows of the services that applications of other servers bring. */
    private void observe() {
        Map<String, Description> all = new TreeMap<>();
        brought.values().forEach(some -> some.forEach(all::putIfAbsent));
        all.forEach((name, description) -> {
            if (!slots.containsKey(name) && slots.size() >= MOST) {
                return;
            }
            Slot slot = slots.computeIfAbsent(name, none -> {
                Slot made = new Slot(none, description.settings());
                made.application = description.application();
                return made;
            });
            if (!slot.here && slot.application != null) {
                slot.application = description.application();
                slot.settings = description.settings();
            }
            ledger(name);
        });
    }

    /** Whether nobody brings a service any more, and nothing of it is here. */
    private boolean leaves(Slot slot) {
        if (slot.withdrawn && slot.doing == Doing.NOTHING) {
            slot.here = false;
            slot.withdrawn = false;
            if (slot.application == null) {
                return true;
            }
        }
        return !slot.here
                && slot.application != null
                && !slot.kept
                && brought.values().stream().noneMatch(some -> some.containsKey(slot.name));
    }

    /** The services that this server could activate: one that hangs in it cannot be activated again. */
    private Set<String> couldHave() {
        Set<String> names = new TreeSet<>();
        if (running) {
            slots.values().stream()
                    .filter(slot -> slot.here && !slot.withdrawn && slot.doing != Doing.HANGING)
                    .forEach(slot -> names.add(slot.name));
        }
        return names;
    }

    private void tell() {
        if (readyChanged || !changed.isEmpty()) {
            Map<String, Notice.Page> pages = new TreeMap<>();
            changed.forEach(name -> pages.put(name, Notice.Page.of(ledger(name))));
            // Before what is released, so that whoever comes next knows.
            actions.add(0, new Action.Tell(null, new Notice(couldHave(), own, pages)));
            readyChanged = false;
            changed.clear();
        } else if (now - lastTold >= REPEAT_NANOS && !ledgers.isEmpty()) {
            lastTold = now;
            actions.add(new Action.Tell(null, everything()));
        }
    }

    // ---- where a service belongs -----------------------------------------------------------------------------------

    Placement placement(String name, SingletonSettings settings, boolean rested) {
        return Placement.of(settings, ledger(name), able(name), rested);
    }

    private void place(Slot slot) {
        boolean rested = now - slot.failureHeard >= slot.settings.millisToSleepBetweenAttempts() * 1_000_000L;
        Placement placement = placement(slot.name, slot.settings, rested);
        if (slot.fresh && running) {
            slot.fresh = false;
            if (placement.exhausted() && slot.application != null) {
                ledger(slot.name)
                        .add(new Ledger.Wish(self, ledger(slot.name).highest(), "a deployment on " + self.server()));
                changed.add(slot.name);
                placement = placement(slot.name, slot.settings, rested);
            }
        }
        if (placement.exhausted() && !slot.exhausted) {
            say(What.EXHAUSTED, slot, "");
        }
        slot.exhausted = placement.exhausted();
        boolean mine = running
                && !slot.withdrawn
                && !waitsForPreferred(slot)
                && placement.server().filter(self::equals).isPresent();
        if (slot.doing == Doing.NOTHING && mine && !slot.claimed) {
            slot.doing = Doing.CLAIMING;
            slot.claimed = true;
            actions.add(new Action.Claim(slot.name));
        } else if (slot.doing == Doing.CLAIMING && !mine) {
            release(slot);
        } else if (slot.doing == Doing.ACTIVE && !mine) {
            String to = placement.server().map(ClusterMember::server).orElse("nobody");
            deactivate(
                    slot,
                    !running
                            ? "the server stops"
                            : slot.withdrawn ? "undeployed on " + self.server() : "it goes to " + to);
        }
    }

    private boolean waitsForPreferred(Slot slot) {
        String preferred = slot.settings.userPreferredServer();
        return preferred != null
                && ledger(slot.name).highest() == 0
                && now - runningSince < FIRST_PATIENCE_NANOS
                && able(slot.name).stream().noneMatch(member -> member.server().equals(preferred));
    }

    private void release(Slot slot) {
        slot.doing = Doing.RELEASING;
        actions.add(new Action.Release(slot.name));
    }

    private void deactivate(Slot slot, String why) {
        slot.doing = Doing.DEACTIVATING;
        slot.since = now;
        slot.why = why;
        actions.add(new Action.Deactivate(slot.name, slot.epoch));
        say(What.ENDED, slot, why);
    }

    private void turn(Slot slot, Turn.Stage stage, String why) {
        if (ledger(slot.name).add(new Turn(slot.epoch, self, stage, why, wallMillis))) {
            changed.add(slot.name);
        }
        if (stage == Turn.Stage.FAILED) {
            slot.failureHeard = now;
        }
    }

    private void say(What what, Slot slot, String detail) {
        actions.add(new Action.Say(what, slot.name, slot.epoch, detail));
    }

    // ---- a turn of this server -------------------------------------------------------------------------------------

    private void granted(Slot slot, long epoch) {
        if (slot.doing != Doing.CLAIMING) {
            return; // it is on its way back already
        }
        slot.doing = Doing.ACTIVATING;
        slot.epoch = epoch;
        slot.since = now;
        turn(slot, Turn.Stage.STARTING, "");
        actions.add(new Action.Activate(slot.name, epoch));
    }

    private void activated(Slot slot, long epoch) {
        if (epoch != slot.epoch) {
            return;
        }
        if (slot.doing == Doing.ACTIVATING) {
            slot.doing = Doing.ACTIVE;
            turn(slot, Turn.Stage.ACTIVE, reason(slot));
            say(What.ACTIVE, slot, "");
        } else if (slot.doing == Doing.HANGING) {
            slot.doing = Doing.DEACTIVATING; // it works after all, without a lease: not for long
            slot.since = now;
            actions.add(new Action.Deactivate(slot.name, epoch));
        }
    }

    /** Why the service came here: what it had before. */
    private String reason(Slot slot) {
        Ledger ledger = ledger(slot.name);
        Ledger.Wish wish = ledger.wish();
        if (wish != null
                && wish.to().equals(self)
                && wish.afterEpoch() < slot.epoch
                && ledger.turns().stream()
                        .noneMatch(turn -> turn.epoch() > wish.afterEpoch() && turn.epoch() < slot.epoch)) {
            return "moved by " + wish.by();
        }
        Turn before = null;
        for (Turn turn : ledger.turns()) {
            if (turn.epoch() < slot.epoch) {
                before = turn;
            }
        }
        if (before == null) {
            return "first start";
        }
        return switch (before.stage()) {
            case STARTING, ACTIVE -> before.member().server() + " is gone";
            case FAILED -> "failed on " + before.member().server();
            case ENDED -> before.why();
        };
    }

    private void failed(Slot slot, long epoch, String why) {
        if (epoch != slot.epoch) {
            return;
        }
        if (slot.doing == Doing.ACTIVATING) {
            turn(slot, Turn.Stage.FAILED, why);
            say(What.FAILED, slot, why);
            release(slot);
        } else if (slot.doing == Doing.HANGING) {
            settle(slot);
        }
    }

    private void lost(Slot slot, long epoch, String why) {
        if (epoch != slot.epoch) {
            return;
        }
        if (slot.doing == Doing.ACTIVE) {
            turn(slot, Turn.Stage.ENDED, why);
            deactivate(slot, why);
        } else if (slot.doing == Doing.ACTIVATING) {
            turn(slot, Turn.Stage.FAILED, why);
            say(What.FAILED, slot, why);
            hang(slot);
        }
    }

    private void deactivated(Slot slot, long epoch) {
        if (epoch != slot.epoch || slot.doing != Doing.DEACTIVATING && slot.doing != Doing.HANGING) {
            return;
        }
        Turn own = ledger(slot.name).last();
        if (own != null && own.epoch() == epoch && own.stage() == Turn.Stage.ACTIVE) {
            turn(slot, Turn.Stage.ENDED, slot.why); // a turn that failed stays one that failed
        }
        settle(slot);
    }

    /** Nothing of it runs here any more: what is still claimed goes back. */
    private void settle(Slot slot) {
        if (slot.claimed) {
            release(slot);
        } else {
            slot.doing = Doing.NOTHING;
        }
    }

    private void hang(Slot slot) {
        slot.doing = Doing.HANGING;
        if (slot.claimed) {
            actions.add(new Action.Release(slot.name));
        }
    }

    private static void released(Slot slot) {
        slot.claimed = false;
        if (slot.doing == Doing.RELEASING || slot.doing == Doing.CLAIMING) {
            slot.doing = Doing.NOTHING;
        }
    }

    /** Looks whether something has taken too long. */
    private void look(Slot slot) {
        long spent = now - slot.since;
        if (slot.doing == Doing.ACTIVATING
                && spent >= slot.settings.activateTimeout().toNanos()) {
            String why = "activate did not return within "
                    + slot.settings.activateTimeout().toMillis() + " ms";
            turn(slot, Turn.Stage.FAILED, why);
            say(What.HANGS, slot, why);
            hang(slot);
        } else if (slot.doing == Doing.DEACTIVATING
                && slot.claimed
                && spent >= slot.settings.deactivateTimeout().toNanos()) {
            String why = "deactivate did not return within "
                    + slot.settings.deactivateTimeout().toMillis() + " ms";
            turn(slot, Turn.Stage.ENDED, why);
            say(What.DEACTIVATION_HANGS, slot, why);
            hang(slot);
        }
    }

    // ---- what can be asked -----------------------------------------------------------------------------------------

    /** Whether nothing of any service runs here, or is claimed. */
    boolean idle() {
        return busy().isEmpty();
    }

    /** The services of which something runs here, or is claimed. One that hangs is beyond help. */
    Set<String> busy() {
        Set<String> names = new TreeSet<>();
        slots.values().stream()
                .filter(slot -> slot.doing != Doing.NOTHING && slot.doing != Doing.HANGING)
                .forEach(slot -> names.add(slot.name));
        return names;
    }

    /** The services that this server knows. */
    Map<String, SingletonSettings> offered() {
        Map<String, SingletonSettings> all = new TreeMap<>();
        slots.forEach((name, slot) -> all.put(name, slot.settings));
        return all;
    }

    /** Whether this server has a service, or something of it still runs here. */
    boolean has(String name) {
        Slot slot = slots.get(name);
        return slot != null && slot.here;
    }

    /** Whether the code of a service hangs here. */
    boolean hangs(String name) {
        Slot slot = slots.get(name);
        return slot != null && slot.doing == Doing.HANGING;
    }

    /** The application that brings a service; empty: the domain's configuration has it, or there is none of that name. */
    Optional<String> application(String name) {
        return Optional.ofNullable(slots.get(name)).map(slot -> slot.application);
    }

    /** What is known of a service. */
    Ledger known(String name) {
        return ledgers.getOrDefault(name, new Ledger());
    }

    /** The members that could have a service. */
    List<ClusterMember> able(String name) {
        List<ClusterMember> able = new ArrayList<>();
        ready.forEach((member, names) -> {
            if (names.contains(name) && members.contains(member)) {
                able.add(member);
            }
        });
        return able;
    }

    /** Whether all attempts are used up. */
    boolean exhausted(String name) {
        Slot slot = slots.get(name);
        return slot != null && slot.exhausted;
    }
}
