package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
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
    /** Time after which everything is told again, for those who missed it. */
    static final long REPEAT_NANOS = 5_000_000_000L;
    /** Time for which a service that nobody has had yet waits for its preferred server: servers seldom start all at once. */
    static final long FIRST_PATIENCE_NANOS = 10_000_000_000L;
    /** More services than this are not remembered for others. */
    private static final int MOST = 10_000;

    private final ClusterMember self;
    private final Map<String, Slot> slots = new TreeMap<>();
    private final Map<ClusterMember, Set<String>> ready = new TreeMap<>();

    /** Services that the applications of other servers bring, by server: the word of one run holds until the next run says something. */
    private final Map<String, Map<String, Description>> brought = new TreeMap<>();

    private final Step step;
    private final Course course;
    private List<ClusterMember> members;
    private @Nullable Map<String, Description> own;
    private boolean running;
    private boolean hasRun;
    private long runningSince;
    private boolean readyChanged;
    private long lastTold;

    SingletonMachine(ClusterMember self) {
        this.self = self;
        step = new Step(self);
        course = new Course(step);
        members = List.of(self);
    }

    /** Takes an event; returns what to do, in this order. */
    List<Action> step(Event event, long nowNanos, long nowMillis) {
        step.begin(nowNanos, nowMillis);
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
        return step.take();
    }

    private void handle(Event event) {
        if (event instanceof Event.Viewed viewed) {
            viewed(viewed.members());
        } else if (event instanceof Event.Running runs) {
            running = runs.running();
            runningSince = step.now();
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
                slot.doing = Slot.Doing.NOTHING;
                slot.claimed = false; // a claim that is still on its way back refuses the next one until it is
            });
        } else if (event instanceof Event.Heard heard) {
            heard(heard.from(), heard.notice());
        } else if (event instanceof Event.Wished wished) {
            Ledger ledger = ledger(wished.name());
            if (ledger.add(new Ledger.Wish(wished.to(), ledger.highest(), wished.by()))) {
                step.changed(wished.name());
            }
        } else if (event instanceof Event.Tick) {
            slots.values().forEach(course::look);
        } else {
            own(event);
        }
    }

    /** Handles an event of a service that this server has. */
    private void own(Event event) {
        if (event instanceof Event.Granted granted) {
            with(granted.name(), slot -> course.granted(slot, granted.epoch()));
        } else if (event instanceof Event.Lost lost) {
            with(lost.name(), slot -> course.lost(slot, lost.epoch(), lost.why()));
        } else if (event instanceof Event.Released released) {
            with(released.name(), course::released);
        } else if (event instanceof Event.Activated activated) {
            with(activated.name(), slot -> course.activated(slot, activated.epoch()));
        } else if (event instanceof Event.Failed failed) {
            with(failed.name(), slot -> course.failed(slot, failed.epoch(), failed.why()));
        } else if (event instanceof Event.Deactivated deactivated) {
            with(deactivated.name(), slot -> course.deactivated(slot, deactivated.epoch()));
        }
    }

    private void with(String name, Consumer<Slot> action) {
        Slot slot = slots.get(name);
        if (slot != null) {
            action.accept(slot);
        }
    }

    private Ledger ledger(String name) {
        return step.ledger(name);
    }

    // ---- what the others tell --------------------------------------------------------------------------------------

    private void viewed(List<ClusterMember> next) {
        List<ClusterMember> before = members;
        members = List.copyOf(next);
        ready.keySet().retainAll(new HashSet<>(members));
        for (ClusterMember member : members) {
            if (!member.equals(self) && !before.contains(member)) {
                step.act(new Action.Tell(member, everything()));
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
            if (step.ledgers().size() >= MOST && !step.ledgers().containsKey(name)) {
                return;
            }
            Ledger ledger = ledger(name);
            for (Turn turn : page.turns()) {
                if (ledger.add(turn) && turn.stage() == Turn.Stage.FAILED) {
                    with(name, slot -> slot.failureHeard = step.now());
                }
            }
            ledger.add(page.wish());
        });
    }

    /** Returns what is known of the services that are there. Of others the ledgers are kept, but no news. */
    private Notice everything() {
        Map<String, Notice.Page> pages = new TreeMap<>();
        slots.keySet().forEach(name -> pages.put(name, Notice.Page.of(ledger(name))));
        return new Notice(couldHave(), own, pages);
    }

    /** Returns what the applications of this server bring; null until they have all been started once. */
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

    /** Returns whether nobody brings a service any more, and nothing of it is here. */
    private boolean leaves(Slot slot) {
        if (slot.withdrawn && slot.doing == Slot.Doing.NOTHING) {
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
                    .filter(slot -> slot.here && !slot.withdrawn && slot.doing != Slot.Doing.HANGING)
                    .forEach(slot -> names.add(slot.name));
        }
        return names;
    }

    private void tell() {
        if (readyChanged || step.hasChanged()) {
            Map<String, Notice.Page> pages = new TreeMap<>();
            step.takeChanged().forEach(name -> pages.put(name, Notice.Page.of(ledger(name))));
            // Before what is released, so that whoever comes next knows.
            step.actFirst(new Action.Tell(null, new Notice(couldHave(), own, pages)));
            readyChanged = false;
        } else if (step.now() - lastTold >= REPEAT_NANOS && !step.ledgers().isEmpty()) {
            lastTold = step.now();
            step.act(new Action.Tell(null, everything()));
        }
    }

    // ---- where a service belongs -----------------------------------------------------------------------------------

    Placement placement(String name, SingletonSettings settings, boolean rested) {
        return Placement.of(settings, ledger(name), able(name), rested);
    }

    private void place(Slot slot) {
        boolean rested = step.now() - slot.failureHeard >= slot.settings.millisToSleepBetweenAttempts() * 1_000_000L;
        Placement placement = placement(slot.name, slot.settings, rested);
        if (slot.fresh && running) {
            slot.fresh = false;
            if (placement.exhausted() && slot.application != null) {
                ledger(slot.name)
                        .add(new Ledger.Wish(self, ledger(slot.name).highest(), "a deployment on " + self.server()));
                step.changed(slot.name);
                placement = placement(slot.name, slot.settings, rested);
            }
        }
        if (placement.exhausted() && !slot.exhausted) {
            course.say(Action.What.EXHAUSTED, slot, "");
        }
        slot.exhausted = placement.exhausted();
        boolean mine = running
                && !slot.withdrawn
                && !waitsForPreferred(slot)
                && placement.server().filter(self::equals).isPresent();
        if (slot.doing == Slot.Doing.NOTHING && mine && !slot.claimed) {
            slot.doing = Slot.Doing.CLAIMING;
            slot.claimed = true;
            step.act(new Action.Claim(slot.name));
        } else if (slot.doing == Slot.Doing.CLAIMING && !mine) {
            course.release(slot);
        } else if (slot.doing == Slot.Doing.ACTIVE && !mine) {
            String to = placement.server().map(ClusterMember::server).orElse("nobody");
            course.deactivate(
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
                && step.now() - runningSince < FIRST_PATIENCE_NANOS
                && able(slot.name).stream().noneMatch(member -> member.server().equals(preferred));
    }

    // ---- what can be asked -----------------------------------------------------------------------------------------

    /** Returns whether services may come to this server. */
    boolean isRunning() {
        return running;
    }

    /** Returns whether nothing of any service runs here, or is claimed. */
    boolean idle() {
        return busy().isEmpty();
    }

    /** The services of which something runs here, or is claimed. One that hangs is beyond help. */
    Set<String> busy() {
        Set<String> names = new TreeSet<>();
        slots.values().stream()
                .filter(slot -> slot.doing != Slot.Doing.NOTHING && slot.doing != Slot.Doing.HANGING)
                .forEach(slot -> names.add(slot.name));
        return names;
    }

    /** The services that this server knows. */
    Map<String, SingletonSettings> offered() {
        Map<String, SingletonSettings> all = new TreeMap<>();
        slots.forEach((name, slot) -> all.put(name, slot.settings));
        return all;
    }

    /** Returns whether this server has a service, or something of it still runs here. */
    boolean has(String name) {
        Slot slot = slots.get(name);
        return slot != null && slot.here;
    }

    /** Returns whether the code of a service hangs here. */
    boolean hangs(String name) {
        Slot slot = slots.get(name);
        return slot != null && slot.doing == Slot.Doing.HANGING;
    }

    /** The application that brings a service; empty: the domain's configuration has it, or there is none of that name. */
    Optional<String> application(String name) {
        return Optional.ofNullable(slots.get(name)).map(slot -> slot.application);
    }

    /** Returns what is known of a service. */
    Ledger known(String name) {
        return step.ledgers().getOrDefault(name, new Ledger());
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

    /** Returns whether all attempts are used up. */
    boolean exhausted(String name) {
        Slot slot = slots.get(name);
        return slot != null && slot.exhausted;
    }
}
