package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Knowledge of a service: the turns, one for each epoch, and the server on which somebody wants it. Two ledgers of one
 * service are put together by taking the later of each. So all servers end with one, whatever they missed and in
 * whatever order they hear it. Mutable; belongs to one {@link SingletonMachine}.
 */
final class Ledger {
    /** Number of turns that are remembered. */
    static final int LONGEST = 50;

    private final TreeMap<Long, Turn> turns = new TreeMap<>();
    private @Nullable Wish wish;

    /**
     * Request to have the service on a certain server. It is over when a turn with a higher epoch has begun there, or
     * failed. It means that run of the server: one that is started later is not what was asked for.
     *
     * @param to where
     * @param afterEpoch the highest epoch that was known when it was asked for
     * @param by who asked, for the history
     */
    record Wish(ClusterMember to, long afterEpoch, String by) {
        boolean laterThan(@Nullable Wish other) {
            if (other == null || afterEpoch != other.afterEpoch) {
                return other == null || afterEpoch > other.afterEpoch;
            }
            int byMember = to.compareTo(other.to);
            return byMember == 0 ? by.compareTo(other.by) > 0 : byMember > 0;
        }
    }

    /** Takes a turn; returns whether that was new. */
    boolean add(Turn turn) {
        Turn known = turns.get(turn.epoch());
        if (known != null && known.stage().compareTo(turn.stage()) >= 0) {
            return false;
        }
        if (known == null && turns.size() >= LONGEST && turn.epoch() < turns.firstKey()) {
            return false;
        }
        turns.put(turn.epoch(), turn);
        if (turns.size() > LONGEST) {
            turns.pollFirstEntry();
        }
        return true;
    }

    /** Takes a wish; returns whether that was new. */
    boolean add(@Nullable Wish next) {
        if (next == null || !next.laterThan(wish)) {
            return false;
        }
        wish = next;
        return true;
    }

    /** The wish that is still to be fulfilled; null: none. */
    @Nullable
    Wish openWish() {
        Wish asked = wish;
        if (asked == null) {
            return null;
        }
        boolean over = turns.tailMap(asked.afterEpoch(), false).values().stream()
                .anyMatch(turn -> turn.member().equals(asked.to()) && turn.stage() != Turn.Stage.STARTING);
        return over ? null : asked;
    }

    @Nullable
    Wish wish() {
        return wish;
    }

    /** The highest epoch that is known; 0: none. */
    long highest() {
        return turns.isEmpty() ? 0 : turns.lastKey();
    }

    /** The turn of the highest epoch; null: none. */
    @Nullable
    Turn last() {
        return turns.isEmpty() ? null : turns.lastEntry().getValue();
    }

    /** The failures since it worked for the last time, or since somebody wished for something. */
    List<Turn> failures() {
        long since = wish == null ? 0 : wish.afterEpoch();
        for (Turn turn : turns.values()) {
            if (turn.stage() == Turn.Stage.ACTIVE || turn.stage() == Turn.Stage.ENDED) {
                since = Math.max(since, turn.epoch());
            }
        }
        List<Turn> failures = new ArrayList<>();
        for (Turn turn : turns.tailMap(since, false).values()) {
            if (turn.stage() == Turn.Stage.FAILED) {
                failures.add(turn);
            }
        }
        return failures;
    }

    /** All turns, the earliest first. */
    Collection<Turn> turns() {
        return List.copyOf(turns.values());
    }
}
