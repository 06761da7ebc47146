package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Knowledge and effects of one step of a {@link SingletonMachine}: the time, the ledgers of the services, and the actions that follow. */
final class Step {
    private final ClusterMember self;
    private final Map<String, Ledger> ledgers = new TreeMap<>();
    private final List<Action> actions = new ArrayList<>();
    private final Set<String> changed = new TreeSet<>();
    private long now;
    private long wallMillis;

    Step(ClusterMember self) {
        this.self = self;
    }

    void begin(long nanos, long millis) {
        now = nanos;
        wallMillis = millis;
    }

    ClusterMember self() {
        return self;
    }

    long now() {
        return now;
    }

    long wallMillis() {
        return wallMillis;
    }

    Map<String, Ledger> ledgers() {
        return ledgers;
    }

    Ledger ledger(String name) {
        return ledgers.computeIfAbsent(name, none -> new Ledger());
    }

    void act(Action action) {
        actions.add(action);
    }

    /** Does something before all that is to be done so far. */
    void actFirst(Action action) {
        actions.add(0, action);
    }

    /** Something new is known of a service. */
    void changed(String name) {
        changed.add(name);
    }

    /** The services of which something new is known, once. */
    Set<String> takeChanged() {
        Set<String> taken = new TreeSet<>(changed);
        changed.clear();
        return taken;
    }

    boolean hasChanged() {
        return !changed.isEmpty();
    }

    /** Returns what is to be done, once. */
    List<Action> take() {
        List<Action> taken = List.copyOf(actions);
        actions.clear();
        return taken;
    }
}
