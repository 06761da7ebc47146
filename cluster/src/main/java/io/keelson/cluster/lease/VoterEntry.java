package io.keelson.cluster.lease;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.io.Scheduler;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a server into the vote, and its leaving. One with a log goes on with it. One of the first voters without a
 * log asks all servers of the cluster, for a second at least. When somebody has, or has had, a log in which something
 * was promised, it asks that group to be let in. It gets a new id, in place of what it was before. It cannot know
 * whether it had a log that was lost, so it never votes under its first id again. When all of the first voters say that
 * they have promised nothing yet, they begin together. Any other server votes when the leader wants it to, in another's
 * place ({@link VoterChanges}).
 *
 * <p>A majority of them would not do. Of three voters two decide; when one of these loses its log, it and the third, which
 * had no part in it, would begin anew while the other cannot be heard. And two servers that are new in a domain which had
 * one voter are a majority of three.
 *
 * <p>Belongs to the node's thread; {@link #voter}, {@link #voters}, {@link #replace} and {@link #leave} may be called by all.
 */
public final class VoterEntry {
    private static final long ASK_NANOS = 300_000_000L;
    private static final long LOOK_NANOS = 1_000_000_000L;
    /** Least number of rounds of questions before a log is begun. */
    private static final int ROUNDS = 4;
    /** After how many looks without a leader a voter asks whether it still is one. */
    private static final int PATIENCE = 3;

    private final String self;
    private List<String> first;
    private final Set<String> others;
    private final LeaseNode node;
    private final Scheduler scheduler;
    private final VoterIdentity identity;
    private final Random random;
    private final Maker maker;
    private final VoterChanges changes;
    private final Set<String> fresh = new HashSet<>();
    private volatile @Nullable ConsensusLog log;
    private volatile @Nullable String id;
    private volatile Set<String> told = Set.of();
    private String replaces = "";
    private @Nullable CompletableFuture<Void> leaving;
    private int rounds;
    private int leaderless;
    private boolean begun;
    private boolean asking;
    private boolean failed;
    /** Of this server's log: who voted first by what it was made with. */
    private List<String> madeWith = List.of();

    /** There is a group already: this server waits to be wanted, and never begins one. */
    private boolean late;

    /**
     * The entry of a server.
     *
     * @param first the servers that vote first, the same for every server
     * @param others the other servers of the cluster
     * @param maker makes the log of a voter
     */
    public VoterEntry(
            String self,
            List<String> first,
            Set<String> others,
            LeaseNode node,
            Scheduler scheduler,
            VoterIdentity identity,
            Random random,
            Maker maker) {
        this.self = self;
        this.first = List.copyOf(first);
        this.others = new TreeSet<>(others);
        this.node = node;
        this.scheduler = scheduler;
        this.identity = identity;
        this.random = random;
        this.maker = maker;
        this.changes = new VoterChanges(self, this.first, others, node::sees, this::send);
        node.voters(this::delivered);
    }

    /** Makes the log of a voter. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Makes one.
         *
         * @param id of the voter
         * @param first the servers that vote first
         */
        ConsensusLog make(String id, List<String> first, LeaseNode.Parts parts);
    }

    /** Under which id this server votes; empty: it does not. */
    public Optional<String> voter() {
        ConsensusLog mine = log;
        return Optional.ofNullable(id)
                .filter(it -> mine != null && mine.voters().contains(it));
    }

    /** The ids of the voters as far as is known here; empty: nothing was heard yet. */
    public Set<String> voters() {
        ConsensusLog mine = log;
        Set<String> own = mine == null ? Set.of() : mine.voters();
        return own.isEmpty() || voter().isEmpty() && !told.isEmpty() ? told : own;
    }

    /** Begins; the node must have been started. A server that has no log and is none of the first voters only answers. */
    public void start() {
        scheduler.execute(() -> {
            try {
                Optional<String> known = identity.read();
                late = identity.retired();
                begun = true;
                if (known.isPresent()) {
                    begin(known.get());
                } else if (first.contains(self) && !late) {
                    fresh.add(self);
                    ask();
                }
                look();
            } catch (IOException e) {
                fail(e);
            }
        });
    }

    /**
     * The servers of the cluster have changed. Who has come to be one of the first voters asks for a vote; votes of servers that are gone
     * are taken out by whoever leads. Any thread.
     *
     * @param nowFirst the servers that vote first
     * @param nowOthers the other servers of the cluster
     */
    public void expect(List<String> nowFirst, Set<String> nowOthers) {
        scheduler.execute(() -> {
            if (!nowFirst.equals(first)) {
                fresh.retainAll(Set.of(self)); // what others have said was about other first voters
                first = List.copyOf(nowFirst);
            }
            others.clear();
            others.addAll(nowOthers);
            changes.expect(first, others);
            if (begun && log == null && !late && first.contains(self)) {
                fresh.add(self);
                ask();
            }
        });
    }

    /** Asks whoever leads to have a server's vote replaced by another's. It may not happen; {@link #voters} shows it. */
    public void replace(String server, String by) {
        scheduler.execute(() -> askToReplace(server, by));
    }

    /**
     * Hands this server's vote on, before it ends: asks for it until it has been decided.
     *
     * @return when this server votes no more; never, where nobody can decide it
     */
    public CompletionStage<Void> leave(String by) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        scheduler.execute(() -> {
            leaving = done;
            askToLeave(by);
        });
        return done;
    }

    private void askToLeave(String by) {
        if (leaving != null && id != null) {
            askToReplace(self, by);
            scheduler.schedule(() -> askToLeave(by), ASK_NANOS);
        }
    }

    private void askToReplace(String server, String by) {
        ConsensusLog mine = log;
        if (mine != null) {
            changes.replace(mine, server, by);
        }
        tellAll(new VoterMessage.Replace(server, by));
    }

    private void ask() {
        if (!asking) {
            askAgain();
        }
    }

    private void askAgain() {
        asking = log == null && !failed && !late && first.contains(self);
        if (!asking) {
            return;
        }
        if (fresh.containsAll(first) && (others.isEmpty() || rounds >= ROUNDS)) {
            asking = false;
            decide(Voter.first(self));
            return;
        }
        rounds++;
        tellAll(new VoterMessage.State(false, true, first));
        scheduler.schedule(this::askAgain, ASK_NANOS);
    }

    /** Asks to be let in, or whether it is needed; as the leader, sees to it that all know who votes. */
    private void look() {
        if (log != null && id != null && log.removed()) {
            retired(id); // it need not be told: its own log says so
        }
        ConsensusLog mine = log;
        String own = id;
        if (mine == null || own == null) {
            if (late && first.contains(self) && !failed) {
                tellAll(new VoterMessage.Ask());
            }
        } else if (mine.leads()) {
            changes.look(mine);
            tellAll(new VoterMessage.Are(List.copyOf(mine.voters())));
        } else {
            askToJoin(mine, own);
        }
        scheduler.schedule(this::look, LOOK_NANOS);
    }

    private void askToJoin(ConsensusLog mine, String own) {
        leaderless = mine.knowsLeader() ? 0 : leaderless + 1;
        Set<String> voters = mine.voters();
        if (!voters.contains(own) || voters.contains(replaces) || leaderless >= PATIENCE) {
            tellAll(new VoterMessage.Join(own, replaces, voters.contains(own)));
        }
    }

    private void delivered(String from, byte[] message) {
        try {
            VoterMessage said = VoterMessage.decode(message);
            if (begun && !failed) { // what a log that failed has promised is not known
                handle(from, said);
            }
        } catch (MalformedMessageException e) {
            LeaseLog.LOG.refusedMessage(from, String.valueOf(e.getMessage()));
        }
    }

    private void handle(String from, VoterMessage message) {
        ConsensusLog mine = log;
        if (message instanceof VoterMessage.State state) {
            state(from, state);
        } else if (message instanceof VoterMessage.Invite invite) {
            invited(invite.replaces());
        } else if (message instanceof VoterMessage.Retired retired) {
            retired(retired.voter());
        } else if (message instanceof VoterMessage.Are are) {
            told = Set.copyOf(are.voters());
            if (mine == null
                    && told.stream().anyMatch(voter -> Voter.server(voter).equals(self))) {
                send(from, new VoterMessage.Ask()); // this server's log was lost
            }
        } else if (mine == null) {
            return; // the rest is for who leads
        } else if (message instanceof VoterMessage.Join join) {
            changes.join(mine, from, join);
        } else if (message instanceof VoterMessage.Ask) {
            changes.asked(mine, from);
        } else if (message instanceof VoterMessage.Replace replace) {
            changes.replace(mine, replace.server(), replace.by());
        }
    }

    private void state(String from, VoterMessage.State state) {
        ConsensusLog mine = log;
        if (state.answer()) {
            send(
                    from,
                    new VoterMessage.State(
                            late || mine != null && mine.established(), false, mine == null ? first : madeWith));
        }
        if (mine == null && first.contains(self)) {
            if (state.established() && !late) {
                late = true;
                tellAll(new VoterMessage.Ask());
            } else if (!state.established() && first.contains(from) && state.agreesOn(first)) {
                fresh.add(from);
            }
        }
    }

    /** One that has a log already, and is not in yet, goes on with that. */
    private void invited(String inPlaceOf) {
        ConsensusLog mine = log;
        String own = id;
        if (mine == null || own == null) {
            replaces = inPlaceOf;
            decide(Voter.later(self, random.nextLong()));
        } else if (!mine.voters().contains(own)) {
            replaces = inPlaceOf;
            askToJoin(mine, own);
        }
    }

    private void decide(String chosen) {
        try {
            identity.write(chosen);
            begin(chosen);
        } catch (IOException e) {
            fail(e);
        }
    }

    private void begin(String chosen) {
        id = chosen;
        LeaseLog.LOG.votes(chosen);
        node.decide(parts -> {
            madeWith = first;
            ConsensusLog made = maker.make(chosen, first, parts);
            log = made;
            return made;
        });
        ConsensusLog mine = log;
        if (mine != null && !chosen.equals(Voter.first(self))) {
            askToJoin(mine, chosen); // one of the first voters is in from the beginning
        }
    }

    /** Decided: this server's log is of no use any more. */
    private void retired(String voter) {
        if (!voter.equals(id)) {
            return;
        }
        LeaseLog.LOG.votesNoMore(voter);
        id = null;
        log = null;
        replaces = "";
        late = true;
        node.decideNoMore();
        try {
            identity.retire();
        } catch (IOException e) {
            fail(e);
        }
        CompletableFuture<Void> waits = leaving;
        if (waits != null) {
            waits.complete(null);
        }
    }

    private void fail(IOException e) {
        failed = true;
        LeaseLog.LOG.voterHalted(e, String.valueOf(e.getMessage()));
    }

    private void tellAll(VoterMessage message) {
        others.forEach(other -> send(other, message));
    }

    private void send(String to, VoterMessage message) {
        node.sendVoters(to, VoterMessage.encode(message));
    }
}
