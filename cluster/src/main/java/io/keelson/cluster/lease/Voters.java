package io.keelson.cluster.lease;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whom to ask: who votes, who is said to lead, who seems to be gone. None of it proves anything. */
final class Voters {
    private final TreeSet<String> names;
    private final Set<String> lost = new HashSet<>();
    private @Nullable String leader;
    private int turn;

    Voters(Set<String> names) {
        this.names = new TreeSet<>(names);
    }

    @Nullable
    String leader() {
        return leader;
    }

    void leads(@Nullable String server) {
        if (server != null) {
            leader = server;
            names.add(server);
        }
    }

    void forgetLeader() {
        leader = null;
    }

    void lost(String server) {
        lost.add(server);
        if (server.equals(leader)) {
            leader = null;
        }
    }

    void found(String server) {
        lost.remove(server);
    }

    boolean isLost(String server) {
        return lost.contains(server);
    }

    /** The leader, else one voter after the other, those first that are not lost; null: there is none but this server. */
    @Nullable
    String next(String self) {
        if (leader != null && !leader.equals(self)) {
            return leader;
        }
        List<String> others = new ArrayList<>(names);
        others.remove(self);
        if (others.stream().anyMatch(name -> !lost.contains(name))) {
            others.removeIf(lost::contains);
        }
        return others.isEmpty() ? null : others.get(Math.floorMod(turn++, others.size()));
    }
}
