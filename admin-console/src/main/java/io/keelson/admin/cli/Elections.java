package io.keelson.admin.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The elections that servers have seen, each once with those who saw it. Each server has them in their order but by a clock of its own, and
 * hears late of one that was before it came: so what one says is the last election of that leader that it has not said yet, and that is not
 * before its last. Confined to one thread.
 */
final class Elections {
    /** Election as one server has seen it. */
    private record Sight(Instant when, String leader, String server) {}

    /**
     * One election.
     *
     * @param when as who saw it first says
     * @param servers those who saw it
     */
    record Election(Instant when, String leader, TreeSet<String> servers) {}

    private final List<Sight> sights = new ArrayList<>();

    void add(Instant when, String leader, String server) {
        sights.add(new Sight(when, leader, server));
    }

    /** The elections, the earliest first. */
    List<Election> all() {
        List<Election> all = new ArrayList<>();
        Map<String, Integer> last = new HashMap<>();
        sights.stream().sorted(Comparator.comparing(Sight::when)).forEach(sight -> {
            int before = last.getOrDefault(sight.server(), -1);
            int at = all.size() - 1;
            while (at > before && !all.get(at).leader().equals(sight.leader())) {
                at--;
            }
            if (at <= before) {
                all.add(new Election(sight.when(), sight.leader(), new TreeSet<>()));
                at = all.size() - 1;
            }
            all.get(at).servers().add(sight.server());
            last.put(sight.server(), at);
        });
        return all;
    }
}
