package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Announce;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Stale;
import io.keelson.session.replica.ReplicaMessage.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that went on with a session without each other, and meet again, message by message. */
class MeetingTest {
    private final ReplicaNetwork net = new ReplicaNetwork();
    private final ClusterMember a = net.a;
    private final ClusterMember b = net.b;
    private final ClusterMember c = net.c;

    /** b is the primary, and c, which is then cut off, has the copy. */
    @BeforeEach
    void aCopyIsCutOff() {
        net.sees(b, b, c);
        net.sees(c, b, c);
        net.step(b, new ReplicaEvent.Created());
        net.change(b, 1);
        net.deliverAll();
        net.sees(a, a, b);
        net.sees(b, a, b);
        net.sees(c, c);
    }

    private void view(ClusterMember at, Set<ClusterMember> returned) {
        net.sees(at, a, b, c);
        net.step(at, new ReplicaEvent.Viewed(returned));
    }

    /**
     * On one side the session is handed over, on the other one taken over: both had one epoch, and which was the later one changed with
     * their versions.
     */
    @Test
    void ofTwoThatTookItOverApartOneWinsForGood() {
        net.step(b, new ReplicaEvent.Viewed(Set.of()));
        net.step(b, new ReplicaEvent.Tend());
        net.deliverAll();
        net.step(a, new ReplicaEvent.Requested(2, Set.of("b")));
        net.deliverAll();
        net.step(c, new ReplicaEvent.Requested(3, Set.of("b", "c")));
        net.step(c, new ReplicaEvent.Viewed(Set.of()));
        assertThat(net.primaries()).containsExactly(a, c);
        net.change(a, 4);
        net.change(c, 5);
        net.deliverAll();
        assertThat(net.confirmed(4)).isTrue();
        assertThat(net.confirmed(5)).isTrue();

        // Both use b, which has heard of each of them, before they hear of one another.
        view(b, Set.of(c));
        view(c, Set.of(a, b));
        net.take(sent -> true);
        net.step(c, new ReplicaEvent.Tend());
        net.deliverBetween(b, c);
        for (long ticket = 6; ticket < 10; ticket += 2) {
            net.change(c, ticket);
            net.deliverBetween(b, c);
            net.change(a, ticket + 1);
            net.deliverBetween(a, b);
        }
        net.pass(2_000, a, b, c);
        assertThat(net.primaries()).hasSize(1);
        ClusterMember winner = net.primaries().get(0);
        assertThat(List.of(winner)).containsAnyOf(a, c);
        assertThat(net.discarded()).isEqualTo(1);
        assertThat(net.confirmed(6) && net.confirmed(7))
                .as("both were the primary")
                .isFalse();
    }

    /**
     * c, which is alone, has gone on; b has, with a copy on a. b hears of it and counts what it has acknowledged. a does not see c yet,
     * asks b, hears that b has nothing, and must not go on with what b has counted as lost.
     */
    @Test
    void aCopyThatIsCountedAsLostIsNotUsedWhileWhoWonIsOnItsWay() {
        net.step(b, new ReplicaEvent.Viewed(Set.of()));
        net.step(b, new ReplicaEvent.Tend());
        net.change(b, 2);
        net.deliverAll();
        assertThat(net.confirmed(2)).isTrue();
        net.step(c, new ReplicaEvent.Requested(3, Set.of("b", "c")));
        net.step(c, new ReplicaEvent.Viewed(Set.of()));
        assertThat(net.served(3)).isTrue();
        net.change(c, 5);
        net.change(c, 6);
        assertThat(net.confirmed(6)).isTrue();

        view(c, Set.of(a, b));
        net.deliver(sent -> sent.to().equals(b) && sent.message() instanceof Announce);
        net.take(sent -> true);
        assertThat(net.discarded()).isEqualTo(1);
        net.step(a, new ReplicaEvent.Requested(4, Set.of("a", "b")));
        net.deliverAll();
        assertThat(net.served(4)).as("from what is lost").isFalse();
        view(a, Set.of(c));
        view(b, Set.of(c));
        net.pass(500, a, b, c);
        assertThat(net.served(4)).isTrue();
        assertThat(net.discarded()).isEqualTo(1);
        assertThat(net.primaries()).hasSize(1);
        assertThat(net.at(net.primaries().get(0)).version())
                .as("what c has, not what b had acknowledged")
                .isEqualTo(3);
    }

    /** As before, but who won has gone again: then the copy is used after all, and not later than after a second. */
    @Test
    void theCopyIsUsedWhereWhoWonDoesNotCome() {
        net.step(b, new ReplicaEvent.Viewed(Set.of()));
        net.step(b, new ReplicaEvent.Tend());
        net.change(b, 2);
        net.deliverAll();
        net.step(c, new ReplicaEvent.Viewed(Set.of()));
        view(c, Set.of(a, b));
        net.deliver(sent -> sent.to().equals(b) && sent.message() instanceof Announce);
        net.hear(c, b, new Stale(net.at(b).epoch(), Epoch.next(net.at(b).epoch(), c), 1, Lineage.NONE.then(1, c, 0)));
        net.take(sent -> true);
        net.step(a, new ReplicaEvent.Requested(4, Set.of("a", "b")));
        net.pass(1_300, a, b);
        assertThat(net.served(4)).isTrue();
    }

    /** Who asked for a session, and goes on without an answer, does so in another epoch than that with which it may be handed over yet. */
    @Test
    void whoGoesOnWithoutAnAnswerDoesSoInAnEpochOfItsOwn() {
        net.sees(b, b, c);
        net.sees(c, b, c);
        net.step(c, new ReplicaEvent.Requested(2, Set.of("b")));
        net.deliver(sent -> sent.to().equals(b)); // Find
        net.deliver(sent -> sent.to().equals(c)); // Found
        net.change(b, 3);
        net.take(sent -> sent.message() instanceof Update);
        net.deliver(sent -> sent.to().equals(b)); // Take
        net.hear(c, b, new ReplicaMessage.Have(net.at(b).epoch(), 2));
        List<ReplicaNetwork.Sent> late = net.take(sent -> sent.message() instanceof Handed);
        assertThat(late).hasSize(1);
        net.sees(c, c);
        net.step(c, new ReplicaEvent.Viewed(Set.of()));
        assertThat(net.served(2)).isTrue();
        assertThat(net.at(b).holding()).isEqualTo(Holding.BACKUP);
        assertThat(net.at(c).epoch())
                .as("b has another version, and takes what comes in this epoch for what follows")
                .isGreaterThan(net.at(b).epoch());
    }

    /**
     * b has gone on with a copy on a, and has acknowledged three more; c has gone on too, in a later epoch, and nobody has asked it for
     * the session.
     */
    private void oneSideIsUsed() {
        net.step(b, new ReplicaEvent.Viewed(Set.of()));
        net.step(b, new ReplicaEvent.Tend());
        net.deliverAll();
        for (long ticket = 2; ticket <= 4; ticket++) {
            net.change(b, ticket);
            net.deliverAll();
            assertThat(net.confirmed(ticket)).isTrue();
        }
        net.step(c, new ReplicaEvent.Viewed(Set.of()));
        net.step(c, new ReplicaEvent.Tend());
        assertThat(net.primaries()).containsExactly(b, c);
        assertThat(net.at(c).epoch()).isGreaterThan(net.at(b).epoch());
    }

    /**
     * Its copy had been promoted where nobody used it, and won by its epoch: what the others had acknowledged for as long as the
     * partition lasted was gone.
     */
    @Test
    void whoHasDoneNothingGivesWay() {
        oneSideIsUsed();
        view(c, Set.of(a, b));
        view(a, Set.of(c));
        view(b, Set.of(c));
        net.pass(3_000, a, b, c);
        assertThat(net.discarded()).isZero();
        assertThat(net.primaries()).containsExactly(b);
        assertThat(net.at(b).version()).isEqualTo(4);
        assertThat(net.at(b).exposed()).isFalse();
        assertThat(net.replicas.values()).noneMatch(SessionReplica::active);
    }

    /** Whatever comes first, and who uses the session meanwhile: one goes on, and what is lost was counted. */
    @Test
    void whoHasDoneNothingGivesWayInWhicheverOrderTheyMeet() {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            MeetingTest other = new MeetingTest();
            other.aCopyIsCutOff();
            other.oneSideIsUsed();
            other.meetInSomeOrder(random);
            assertThat(other.net.discarded()).as("seed " + seed).isZero();
            assertThat(other.net.primaries()).as("seed " + seed).containsExactly(other.b);
            assertThat(other.net.at(other.b).version())
                    .as("seed " + seed)
                    .isGreaterThanOrEqualTo(other.net.confirmed(5) ? 5 : 4);
            assertThat(other.net.at(other.b).exposed()).as("seed " + seed).isFalse();
        }
    }

    private void meetInSomeOrder(SplittableRandom random) {
        List<Runnable> steps = new ArrayList<>(List.of(
                () -> view(c, Set.of(a, b)),
                () -> view(a, Set.of(c)),
                () -> view(b, Set.of(c)),
                () -> net.change(b, 5),
                () -> net.step(c, net.at(c).needy() ? new ReplicaEvent.Tend() : new ReplicaEvent.Tick())));
        while (!steps.isEmpty() || !net.network.isEmpty()) {
            int next = random.nextInt(steps.size() + Math.min(3, net.network.size()));
            if (next < steps.size()) {
                steps.remove(next).run();
            } else {
                // Of one server to another one nothing overtakes.
                ReplicaNetwork.Sent chosen = net.network.stream()
                        .skip(random.nextInt(net.network.size()))
                        .findFirst()
                        .orElseThrow();
                net.deliverFirst(chosen.from(), chosen.to());
            }
        }
        net.pass(3_000, a, b, c);
    }

    /**
     * c has been used as well: then it goes on by its epoch. a, which hears of it first, drops its copy and refuses b, and cannot say
     * from where c went on; so b counted nothing.
     */
    @Test
    void whatIsLostIsCountedByWhoHearsOfItFromSomebodyElse() {
        oneSideIsUsed();
        net.change(c, 5);
        view(c, Set.of(a, b));
        view(a, Set.of(c));
        net.deliver(sent -> sent.from().equals(c) && sent.to().equals(a));
        net.change(b, 6);
        net.deliverBetween(a, b);
        view(b, Set.of(c));
        net.pass(3_000, a, b, c);
        assertThat(net.primaries()).containsExactly(c);
        assertThat(net.confirmed(6)).isFalse();
        assertThat(net.discarded()).isEqualTo(3);
    }

    /**
     * b does not give way to c, which has handed the session over to a meanwhile: a goes on from there, and has b drop what it has. Then
     * b counts it.
     */
    @Test
    void whoDoesNotGiveWayYetDropsNothingUncounted() {
        oneSideIsUsed();
        view(c, Set.of(a, b));
        net.step(c, new ReplicaEvent.Tend());
        assertThat(net.network)
                .as("b is to have c's copy")
                .anyMatch(sent -> sent.to().equals(b) && sent.message() instanceof ReplicaMessage.Whole);
        view(a, Set.of(c));
        net.deliverBetween(a, c);
        net.step(a, new ReplicaEvent.Requested(5, Set.of("b", "c")));
        net.deliver(sent -> sent.from().equals(a) && sent.to().equals(b));
        net.deliver(sent -> sent.from().equals(b) && sent.to().equals(a));
        net.deliver(sent -> sent.from().equals(c) && sent.to().equals(b));
        assertThat(net.network)
                .as("b asks c for it")
                .anyMatch(sent -> sent.from().equals(b) && sent.message() instanceof ReplicaMessage.Take);
        net.deliverBetween(a, c);
        assertThat(net.served(5)).isTrue();
        net.change(a, 6);
        net.deliverBetween(a, c);
        assertThat(net.confirmed(6)).isTrue();
        net.deliver(sent -> sent.from().equals(a) && sent.to().equals(b));
        view(b, Set.of(c));
        net.pass(3_000, a, b, c);
        assertThat(net.primaries()).containsExactly(a);
        assertThat(net.discarded()).isEqualTo(3);
        assertThat(net.at(a).exposed()).isFalse();
    }
}
