package io.keelson.cluster.lease;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the voters, as the leader of the log makes them: one voter in or out at a time, each a decision of the
 * log. A server that comes in has asked for it itself and goes on asking until all is done. So the next leader ends a
 * change that one has begun.
 *
 * <p>A voter that runs is replaced by taking the new one in first: there are never fewer. One that is dead goes first, so that
 * a majority never needs it; so does one of five. Belongs to the node's thread.
 */
final class VoterChanges {
    /** After how many looks at more voters than there should be one is taken out. */
    private static final int PATIENCE = 5;

    private final String self;
    private List<String> first;
    /** The servers of the cluster. */
    private Set<String> servers;

    private final Predicate<String> isPresent;
    private final BiConsumer<String, VoterMessage> send;
    private boolean changing;
    private int surplus;
    private int strangers;
    private int handOvers;

    /**
     * Those of a server.
     *
     * @param first the servers that vote first
     * @param others the other servers of the cluster
     * @param isPresent whether another server is seen
     * @param send sends a message to another server
     */
    VoterChanges(
            String self,
            List<String> first,
            Set<String> others,
            Predicate<String> isPresent,
            BiConsumer<String, VoterMessage> send) {
        this.self = self;
        this.first = first;
        this.servers = with(self, others);
        this.isPresent = isPresent;
        this.send = send;
    }

    private static Set<String> with(String self, Set<String> others) {
        Set<String> all = new TreeSet<>(others);
        all.add(self);
        return all;
    }

    /** The servers of the cluster have changed. */
    void expect(List<String> nowFirst, Set<String> others) {
        first = nowFirst;
        servers = with(self, others);
    }

    /** A server without a log asks whether its vote is needed: in the place of one that it has lost, or at all. */
    void asked(ConsensusLog log, String from) {
        if (!log.leads() || changing) {
            return;
        }
        Optional<String> lost = ofServer(log.voters(), from);
        if (lost.isPresent() || isRoom(log)) {
            send.accept(from, new VoterMessage.Invite(lost.orElse("")));
        }
    }

    /** Begins to replace a server's vote by another's; nothing happens where the one does not vote, or the other does. */
    void replace(ConsensusLog log, String server, String by) {
        if (log.leads() && ofServer(log.voters(), by).isEmpty()) {
            ofServer(log.voters(), server).ifPresent(old -> send.accept(by, new VoterMessage.Invite(old)));
        }
    }

    /** Does the next step for a server that wants in. */
    void join(ConsensusLog log, String from, VoterMessage.Join join) {
        String id = join.voter();
        if (!log.leads() || changing || !Voter.server(id).equals(from)) {
            return;
        }
        Set<String> voters = log.voters();
        boolean in = voters.contains(id);
        Optional<String> old = voters.stream()
                .filter(v -> !v.equals(id))
                .filter(v -> v.equals(join.replaces()) || Voter.server(v).equals(from))
                .findFirst();
        if (old.isPresent() && (in || goesFirst(log, old.get(), from, voters))) {
            takeOut(log, old.get(), from, join);
        } else if (!in && !wasTakenOut(join, from) && (old.isPresent() || isRoom(log))) {
            change(log, id, true, from, join);
        } else if (!in) {
            // Its former log may not know that it was taken out. Who only believes to lead must not say so.
            log.read(new byte[0]).thenAccept(confirmed -> {
                if (!log.voters().contains(id)) {
                    send.accept(from, new VoterMessage.Retired(id));
                }
            });
        }
    }

    /**
     * Now and then: takes a voter out that is one too many, as a replacement that was broken off leaves it; and before that one whose
     * server is none of the cluster any more. One that is seen stays: it may be that it is new, and this server is behind.
     */
    void look(ConsensusLog log) {
        Set<String> voters = log.voters();
        Optional<String> stranger = voters.stream()
                .filter(v -> !servers.contains(Voter.server(v)) && !isThere(v))
                .findFirst();
        strangers = log.leads() && !changing && stranger.isPresent() ? strangers + 1 : 0;
        if (strangers >= PATIENCE) {
            strangers = 0;
            change(log, stranger.orElseThrow(), false, self, null);
            return;
        }
        boolean tooMany =
                voters.size() > Math.max(3, first.size()) && voters.stream().allMatch(this::isThere);
        surplus = log.leads() && !changing && tooMany ? surplus + 1 : 0;
        if (surplus >= PATIENCE) {
            surplus = 0;
            voters.stream()
                    .filter(v -> !Voter.server(v).equals(self))
                    .reduce((one, next) -> isFirst(next) && !isFirst(one) ? one : next)
                    .ifPresent(extra -> change(log, extra, false, self, null));
        }
    }

    /**
     * Those who voted first were in from the beginning, others say what their log says. Nobody comes back under an id: where it found
     * later that it was taken out, it would have to give up that id again.
     */
    private static boolean wasTakenOut(VoterMessage.Join join, String server) {
        return join.wasIn() || join.voter().equals(Voter.first(server));
    }

    /** A dead one only where all that are left are known to have a log: of two that vote both are needed. */
    private boolean goesFirst(ConsensusLog log, String old, String from, Set<String> voters) {
        boolean dead = Voter.server(old).equals(from) || !isThere(old);
        Set<String> known = log.followers();
        boolean rest = voters.stream()
                .filter(v -> !v.equals(old) && !Voter.server(v).equals(self))
                .allMatch(known::contains);
        return voters.size() >= Voter.MOST || dead && voters.size() > 2 && rest;
    }

    /**
     * A leader hands the lead to another before it goes: the next question of the new voter is for that one. Each time it tries another:
     * that a server is seen does not say that its log works.
     */
    private void takeOut(ConsensusLog log, String old, String from, VoterMessage.Join join) {
        if (!Voter.server(old).equals(self)) {
            change(log, old, false, from, join);
            return;
        }
        List<String> others =
                log.voters().stream().filter(v -> !v.equals(old) && isThere(v)).toList();
        if (!others.isEmpty()) {
            settle(log.handOver(others.get(Math.floorMod(handOvers++, others.size()))), () -> {});
        }
    }

    private void change(ConsensusLog log, String id, boolean votes, String from, VoterMessage.@Nullable Join join) {
        settle(log.change(id, votes), () -> {
            LeaseLog.LOG.votersChanged(String.join(", ", log.voters()));
            if (!votes) {
                send.accept(Voter.server(id), new VoterMessage.Retired(id));
            }
            if (join != null) {
                join(log, from, join); // the second half follows the first
            }
        });
    }

    private void settle(CompletionStage<?> done, Runnable then) {
        changing = true;
        done.whenComplete((nothing, failure) -> {
            changing = false;
            if (failure == null) {
                then.run();
            }
        });
    }

    private boolean isRoom(ConsensusLog log) {
        return log.voters().size() < Math.min(Voter.MOST, first.size());
    }

    private boolean isThere(String voter) {
        String server = Voter.server(voter);
        return server.equals(self) || isPresent.test(server);
    }

    private boolean isFirst(String voter) {
        return first.contains(Voter.server(voter));
    }

    private static Optional<String> ofServer(Set<String> voters, String server) {
        return voters.stream().filter(v -> Voter.server(v).equals(server)).findFirst();
    }
}
