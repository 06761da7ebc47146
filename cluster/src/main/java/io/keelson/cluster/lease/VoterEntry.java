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
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a server comes to vote. One with a log goes on with it. One of the first voters without a log asks all servers of the
 * cluster, for a second at least: when somebody has a log in which something was promised, it joins that group under a new
 * id, in place of what it was before. It cannot know whether it had a log that was lost, so it never votes under its first
 * id again. When all of the first voters say that they have promised nothing yet, they begin together.
 *
 * <p>A majority of them would not do. Of three voters two decide; when one of these loses its log, it and the third, which
 * had no part in it, would begin anew while the other cannot be heard. And two servers that are new in a domain which had
 * one voter are a majority of three.
 *
 * <p>Belongs to the node's thread; {@link #voter} may be asked by all.
 */
public final class VoterEntry {
    private static final long ASK_NANOS = 300_000_000L;
    private static final long JOIN_NANOS = 1_000_000_000L;
    /** How often is asked at least before a log is begun. */
    private static final int ROUNDS = 4;

    private final String self;
    private final List<String> first;
    private final Set<String> others;
    private final LeaseNode node;
    private final Scheduler scheduler;
    private final VoterIdentity identity;
    private final Random random;
    private final BiFunction<String, LeaseNode.Parts, ConsensusLog> maker;
    private final Set<String> fresh = new HashSet<>();
    private @Nullable ConsensusLog log;
    private volatile @Nullable String voter;
    private int rounds;
    private boolean failed;
    private boolean changing;

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
            BiFunction<String, LeaseNode.Parts, ConsensusLog> maker) {
        this.self = self;
        this.first = List.copyOf(first);
        this.others = new TreeSet<>(others);
        this.node = node;
        this.scheduler = scheduler;
        this.identity = identity;
        this.random = random;
        this.maker = maker;
        node.voters(this::delivered);
    }

    /** Under which id this server votes; empty: it does not. */
    public Optional<String> voter() {
        return Optional.ofNullable(voter);
    }

    /** Begins; the node must have been started. A server that has no log and is none of the first voters only answers. */
    public void start() {
        scheduler.execute(() -> {
            try {
                Optional<String> known = identity.read();
                if (known.isPresent()) {
                    begin(known.get());
                    askToJoin();
                } else if (first.contains(self)) {
                    fresh.add(self);
                    ask();
                }
            } catch (IOException e) {
                fail(e);
            }
        });
    }

    private void ask() {
        if (log != null || failed) {
            return;
        }
        if (fresh.containsAll(first) && (others.isEmpty() || rounds >= ROUNDS)) {
            decide(Voter.first(self));
            return;
        }
        rounds++;
        others.forEach(other -> send(other, new VoterMessage.State(false, true)));
        scheduler.schedule(this::ask, ASK_NANOS);
    }

    private void delivered(String from, byte[] message) {
        try {
            VoterMessage said = VoterMessage.decode(message);
            if (said instanceof VoterMessage.State state) {
                state(from, state);
            } else if (said instanceof VoterMessage.Join join) {
                join(from, join.voter());
            }
        } catch (MalformedMessageException e) {
            LeaseLog.LOG.refusedMessage(from, String.valueOf(e.getMessage()));
        }
    }

    private void state(String from, VoterMessage.State state) {
        ConsensusLog mine = log;
        if (failed) {
            return; // what the log promised is not known
        }
        if (state.answer()) {
            send(from, new VoterMessage.State(mine != null && mine.established(), false));
        }
        if (mine == null && first.contains(self)) {
            if (state.established()) {
                decide(Voter.later(self, random.nextLong()));
            } else if (first.contains(from)) {
                fresh.add(from);
            }
        }
    }

    private void decide(String id) {
        try {
            identity.write(id);
            begin(id);
            askToJoin();
        } catch (IOException e) {
            fail(e);
        }
    }

    private void begin(String id) {
        voter = id;
        LeaseLog.LOG.votes(id);
        node.decide(parts -> {
            ConsensusLog made = maker.apply(id, parts);
            log = made;
            return made;
        });
    }

    /** One of the first voters is in from the beginning; any other asks until it is. */
    private void askToJoin() {
        ConsensusLog mine = log;
        String id = voter;
        if (mine == null
                || id == null
                || id.equals(Voter.first(self))
                || mine.voters().contains(id)) {
            return;
        }
        others.forEach(other -> send(other, new VoterMessage.Join(id)));
        scheduler.schedule(this::askToJoin, JOIN_NANOS);
    }

    /** Puts a server's new voter in the place of its old one: out first, so that a majority never needs the dead one. */
    private void join(String from, String id) {
        ConsensusLog mine = log;
        if (mine == null || !mine.leads() || changing || !Voter.server(id).equals(from)) {
            return;
        }
        Set<String> voters = mine.voters();
        if (voters.contains(id)) {
            return;
        }
        Optional<String> old =
                voters.stream().filter(v -> Voter.server(v).equals(from)).findFirst();
        if (old.isEmpty() && voters.size() >= Voter.MOST) {
            return;
        }
        changing = true;
        mine.change(old.orElse(id), old.isEmpty()).whenComplete((now, failure) -> {
            changing = false;
            if (failure == null) {
                LeaseLog.LOG.votersChanged(String.join(", ", now));
                join(from, id); // what was taken out is followed by what comes in
            }
        });
    }

    private void fail(IOException e) {
        failed = true;
        LeaseLog.LOG.voterHalted(e, String.valueOf(e.getMessage()));
    }

    private void send(String to, VoterMessage message) {
        node.sendVoters(to, VoterMessage.encode(message));
    }
}
