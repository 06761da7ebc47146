package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.singleton.SingletonServices.HistoryEntry;
import io.keelson.kernel.spi.singleton.SingletonServices.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Knowledge of a server about all services at one moment, as management shows it. Immutable. */
final class ServiceTable {
    static final ServiceTable NONE = new ServiceTable(Map.of(), Set.of());

    private final Map<String, Row> rows;
    private final Set<String> busy;

    /** One service: what is shown, the turns, and the members that could have it now. */
    private record Row(State state, List<Turn> turns, List<ClusterMember> able) {}

    private ServiceTable(Map<String, Row> rows, Set<String> busy) {
        this.rows = new TreeMap<>(rows);
        this.busy = new TreeSet<>(busy);
    }

    static ServiceTable of(SingletonMachine machine, ClusterView.View view) {
        Map<String, SingletonSettings> offered = machine.offered();
        if (offered.isEmpty()) {
            return NONE;
        }
        Map<String, Row> rows = new TreeMap<>();
        offered.forEach((name, settings) -> rows.put(name, row(name, settings, machine, view)));
        return new ServiceTable(rows, machine.busy());
    }

    private static Row row(String name, SingletonSettings settings, SingletonMachine machine, ClusterView.View view) {
        Ledger ledger = machine.known(name);
        Turn last = ledger.last();
        Turn open = last != null && last.open() && view.members().contains(last.member()) ? last : null;
        List<ClusterMember> able = new ArrayList<>(machine.able(name));
        List<String> listed = settings.constrainedCandidateServers();
        able.removeIf(member -> !listed.isEmpty() && !listed.contains(member.server()));
        State state = new State(
                name,
                word(open, machine.exhausted(name)),
                Optional.ofNullable(open).map(turn -> turn.member().server()),
                ledger.highest(),
                Optional.ofNullable(last).map(turn -> time(turn.atMillis())),
                Optional.ofNullable(settings.userPreferredServer()),
                listed.isEmpty() ? able.stream().map(ClusterMember::server).toList() : listed,
                machine.application(name));
        return new Row(state, List.copyOf(ledger.turns()), able);
    }

    private static String word(@Nullable Turn open, boolean exhausted) {
        if (open != null) {
            return open.stage() == Turn.Stage.ACTIVE ? "ACTIVE" : "STARTING";
        }
        return exhausted ? "DEACTIVATED" : "WAITING";
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    /** The application that brings a service; empty: the domain's configuration has it, or there is none of that name. */
    Optional<String> application(String name) {
        return Optional.ofNullable(rows.get(name)).flatMap(row -> row.state().application());
    }

    /** The services of which something runs on this server, or is claimed. */
    Set<String> busy() {
        return busy;
    }

    List<State> states() {
        return rows.values().stream().map(Row::state).toList();
    }

    /**
     * Returns the history of a service, the oldest turn first.
     *
     * @throws IllegalArgumentException where there is none of that name
     */
    List<HistoryEntry> history(String name) {
        List<HistoryEntry> history = new ArrayList<>();
        Turn before = null;
        for (Turn turn : row(name).turns()) {
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

    private Row row(String name) {
        Row row = rows.get(name);
        if (row == null) {
            throw new IllegalArgumentException(
                    "there is no singleton service '" + name + "'; there are " + rows.keySet());
        }
        return row;
    }

    /**
     * The member to which a service is to go.
     *
     * @throws IllegalArgumentException where it cannot go there now; the message says why
     */
    ClusterMember target(String name, String server) {
        Row row = row(name);
        if (row.state().owner().filter(server::equals).isPresent()) {
            throw new IllegalArgumentException("the singleton service '" + name + "' is on '" + server + "' already");
        }
        return row.able().stream()
                .filter(member -> member.server().equals(server))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the singleton service '" + name + "' cannot go to '"
                        + server + "' now; the servers that could have it are "
                        + row.able().stream().map(ClusterMember::server).toList()));
    }
}
