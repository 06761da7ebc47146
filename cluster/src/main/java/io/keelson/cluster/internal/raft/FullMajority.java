package io.keelson.cluster.internal.raft;

import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.AppendEntriesSuccessResponse;
import io.microraft.model.message.InstallSnapshotResponse;
import io.microraft.model.message.RaftMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Has a leader of four voters decide by three. MicroRaft 0.7 takes two for enough, as every three that elect a leader have one of them.
 * That does not hold where voters change: one that knows of a change from four to three which was not decided is elected by two of those
 * three, who need not be those that decided. See docs/adr/0009-microraft.md.
 *
 * <p>So an answer about entries, or to a question, that a majority has not given as well is held back until it has: MicroRaft never hears
 * that a voter is further than a majority is. What has waited for a heart-beat is handed over as if it said no more than a majority does,
 * so that the leader goes on while it hears a majority, and takes along whom is far behind.
 *
 * <p>Belongs to the node's thread.
 */
final class FullMajority {
    private final Map<String, Long> written = new HashMap<>();
    private final Map<String, Long> confirmed = new HashMap<>();
    private final Map<String, AppendEntriesSuccessResponse> held = new LinkedHashMap<>();
    /** Voters that have answered since the answers that wait were looked at last. */
    private final Set<String> heard = new HashSet<>();

    private Set<String> voting = Set.of();
    private String self = "";
    private int term;
    private long place;

    /**
     * Returns the messages that the leader may be given now that an answer has come, in that order.
     *
     * @param term the leader's
     * @param self the leader's id
     * @param voters the ids of all that vote, as the leader's log says now, be it decided or not
     * @param flushed up to which place the leader's own entries are durable
     */
    List<RaftMessage> admit(RaftMessage answer, int term, String self, Collection<String> voters, long flushed) {
        if (this.term != term) {
            this.term = term;
            written.clear();
            confirmed.clear();
            held.clear();
            heard.clear();
        }
        this.self = self;
        voting = Set.copyOf(voters);
        String from = Peer.of(answer.getSender()).id();
        note(from, answer);
        if (voters.size() > 2 && voters.size() % 2 == 0 && voters.contains(from)) {
            place = byMajority(voters, v -> v.equals(self) ? flushed : written.getOrDefault(v, 0L));
            long question = byMajority(voters, v -> v.equals(self) ? Long.MAX_VALUE : confirmed.getOrDefault(v, 0L));
            List<RaftMessage> admitted = release(place, question);
            if (!(answer instanceof AppendEntriesSuccessResponse success)) {
                admitted.add(RaftCodec.confirms(answer) > question ? RaftCodec.confirmingNothing(answer) : answer);
            } else if (isCovered(success, place, question)) {
                admitted.add(answer);
            } else {
                held.merge(from, success, FullMajority::later);
            }
            return admitted;
        }
        List<RaftMessage> admitted = release(Long.MAX_VALUE, Long.MAX_VALUE);
        admitted.add(answer);
        return admitted;
    }

    /** Returns who has answered the leader of that term. */
    Set<String> answered(int ofTerm) {
        return ofTerm == term ? Set.copyOf(confirmed.keySet()) : Set.of();
    }

    /** Returns whether an answer waits. */
    boolean holds() {
        return !held.isEmpty();
    }

    /**
     * A heart-beat has passed: what waits is handed over as far as a majority goes. Not where the leader has not heard a majority since:
     * it shall give up.
     */
    List<RaftMessage> overdue() {
        List<RaftMessage> cut = new ArrayList<>();
        heard.add(self);
        heard.retainAll(voting);
        if (heard.size() * 2 > voting.size()) {
            held.values().forEach(answer -> cut.add(RaftCodec.upTo(answer, place)));
            held.clear();
        }
        heard.clear();
        return cut;
    }

    /** Returns whether a message is one that MicroRaft counts while it leads. */
    static boolean counts(RaftMessage message) {
        return message instanceof AppendEntriesSuccessResponse
                || message instanceof AppendEntriesFailureResponse
                || message instanceof InstallSnapshotResponse;
    }

    private void note(String from, RaftMessage answer) {
        heard.add(from);
        confirmed.merge(from, RaftCodec.confirms(answer), Math::max);
        if (answer instanceof AppendEntriesSuccessResponse success) {
            written.merge(from, success.getLastLogIndex(), Math::max);
        }
    }

    private List<RaftMessage> release(long place, long question) {
        List<RaftMessage> released = new ArrayList<>(held.values());
        released.removeIf(answer -> !isCovered((AppendEntriesSuccessResponse) answer, place, question));
        held.values().removeAll(released);
        return released;
    }

    private static boolean isCovered(AppendEntriesSuccessResponse answer, long place, long question) {
        return answer.getLastLogIndex() <= place && answer.getQuerySequenceNumber() <= question;
    }

    private static AppendEntriesSuccessResponse later(
            AppendEntriesSuccessResponse before, AppendEntriesSuccessResponse next) {
        return next.getLastLogIndex() < before.getLastLogIndex() ? before : next;
    }

    /** The highest number that a majority has reached. */
    private static long byMajority(Collection<String> voters, ToLongFunction<String> reached) {
        long[] ascending = voters.stream().mapToLong(reached).sorted().toArray();
        return ascending[ascending.length - (ascending.length / 2 + 1)];
    }
}
