package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the server that is to try to have a service. Every server finds out by itself; those that know the same
 * find the same. Where they do not, the lease lets only one have it.
 *
 * @param server the server; empty: nobody now
 * @param exhausted whether all attempts are used up
 * @param pause whether the next round of attempts has to wait
 */
record Placement(Optional<ClusterMember> server, boolean exhausted, boolean pause) {
    private static final Placement NOBODY = new Placement(Optional.empty(), false, false);

    private static Placement at(ClusterMember server) {
        return new Placement(Optional.of(server), false, false);
    }

    /**
     * Returns the placement of a service.
     *
     * @param settings what it is configured with
     * @param ledger what is known of it
     * @param ready the members that run and have the service, whichever may have it
     * @param rested whether the pause between two rounds is over
     */
    static Placement of(SingletonSettings settings, Ledger ledger, List<ClusterMember> ready, boolean rested) {
        List<ClusterMember> candidates = candidates(settings, ready);
        if (candidates.isEmpty()) {
            return NOBODY;
        }
        Ledger.Wish wish = ledger.openWish();
        if (wish != null && candidates.contains(wish.to())) {
            return at(wish.to());
        }
        Turn last = ledger.last();
        if (last != null && last.open() && candidates.contains(last.member())) {
            return at(failback(settings, ledger, candidates, last.member()));
        }
        return next(settings, ledger.failures(), candidates, rested);
    }

    /** Those who may, in the order in which they are tried: the preferred first, then as they are listed, or by name. */
    private static List<ClusterMember> candidates(SingletonSettings settings, List<ClusterMember> ready) {
        List<String> listed = settings.constrainedCandidateServers();
        List<ClusterMember> candidates = new ArrayList<>(ready);
        candidates.removeIf(member -> !listed.isEmpty() && !listed.contains(member.server()));
        candidates.sort(
                Comparator.comparing((ClusterMember member) -> !member.server().equals(settings.userPreferredServer()))
                        .thenComparing(member -> listed.indexOf(member.server()))
                        .thenComparing(Comparator.naturalOrder()));
        return candidates;
    }

    private static @Nullable ClusterMember find(List<ClusterMember> candidates, String server) {
        return candidates.stream()
                .filter(member -> member.server().equals(server))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the server for a service that works somewhere: that one, or the preferred one to which it was to go back.
     * A run that failed has had its turn.
     */
    private static ClusterMember failback(
            SingletonSettings settings, Ledger ledger, List<ClusterMember> candidates, ClusterMember owner) {
        String preferred = settings.userPreferredServer();
        ClusterMember back = settings.failback() && preferred != null ? find(candidates, preferred) : null;
        boolean hadItsTurn = ledger.turns().stream()
                .anyMatch(turn -> turn.member().equals(back) && turn.stage() == Turn.Stage.FAILED);
        Ledger.Wish wish = ledger.wish();
        boolean movedByHand = wish != null
                && owner.equals(wish.to())
                && ledger.turns().stream()
                        .allMatch(turn -> turn.epoch() <= wish.afterEpoch()
                                || turn.member().equals(wish.to()));
        return back == null || hadItsTurn || movedByHand ? owner : back;
    }

    private static Placement next(
            SingletonSettings settings, List<Turn> failures, List<ClusterMember> candidates, boolean rested) {
        TreeMap<ClusterMember, Integer> failed = new TreeMap<>();
        candidates.forEach(member -> failed.put(member, 0));
        failures.forEach(turn -> failed.computeIfPresent(turn.member(), (member, times) -> times + 1));
        ClusterMember best = candidates.stream()
                .min(Comparator.comparing((ClusterMember member) -> failed.getOrDefault(member, 0)))
                .orElseThrow();
        int round = failed.getOrDefault(best, 0);
        if (round > settings.additionalMigrationAttempts()) {
            return new Placement(Optional.empty(), true, false);
        }
        boolean newRound = round > 0 && failed.values().stream().allMatch(times -> times == round);
        return newRound && !rested ? new Placement(Optional.empty(), false, true) : at(best);
    }
}
