package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Give;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Taken;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that leave in good order, stay after all, and are chosen again, message by message. */
class LeavingTest {
    private final ReplicaNetwork net = new ReplicaNetwork();
    private final ClusterMember a = net.a;
    private final ClusterMember b = net.b;
    private final ClusterMember c = net.c;

    /** a is the primary, b has the copy; c is not there yet. */
    @BeforeEach
    void thereIsACopy() {
        net.sees(a, a, b);
        net.sees(b, a, b);
        net.step(a, new ReplicaEvent.Created());
        net.change(a, 1);
        net.deliverAll();
        assertThat(net.confirmed(1)).isTrue();
    }

    private void see(Set<ClusterMember> leaving) {
        for (ClusterMember each : List.of(a, b, c)) {
            net.sees(each, leaving, a, b, c);
        }
    }

    /** What was said of the copy before must not be taken for the next one, which is lost on its way. */
    @Test
    void aLateWordOfAnEarlierCopyDoesNotCountForTheNextOne() {
        net.change(a, 2);
        net.deliver(sent -> sent.to().equals(b));
        List<ReplicaNetwork.Sent> late = net.take(sent -> sent.message() instanceof Have);
        net.hear(b, a, late.get(0).message());
        assertThat(net.confirmed(2)).isTrue();

        see(Set.of(b));
        net.step(a, new ReplicaEvent.Tend());
        net.deliverAll();
        assertThat(net.at(a).secondary()).contains(c);
        assertThat(net.at(b).holding()).isEqualTo(Holding.NONE);
        see(Set.of(c));
        net.step(a, new ReplicaEvent.Tend());
        assertThat(net.at(a).secondary()).contains(b);
        assertThat(net.take(sent -> sent.message() instanceof Whole)).as("lost").hasSize(1);
        net.hear(b, a, late.get(0).message());
        assertThat(net.network).as("c has the only copy").noneMatch(sent -> sent.message() instanceof Drop);
        assertThat(net.at(a).exposed()).isTrue();
        see(Set.of());
        net.pass(2_200, a, b, c);
        assertThat(net.at(b).holding()).isEqualTo(Holding.BACKUP);
        assertThat(net.at(c).holding()).isEqualTo(Holding.NONE);
        assertThat(net.at(a).exposed()).isFalse();
    }

    /** b has had the copy before. The word that it is of no use is lost: it would come back when a and c have gone. */
    @Test
    void anOldCopyIsAskedForUntilItIsGone() {
        see(Set.of(b));
        net.step(a, new ReplicaEvent.Tend());
        net.deliver(sent -> sent.message() instanceof Whole);
        net.deliver(sent -> sent.message() instanceof Have);
        assertThat(net.take(sent -> sent.message() instanceof Drop)).as("lost").hasSize(1);
        see(Set.of());
        net.pass(1_200, a, b, c);
        assertThat(net.at(b).holding()).isEqualTo(Holding.NONE);
        assertThat(net.at(a).active()).as("nothing is left to do").isFalse();
    }

    /** As before, and the session ends: b hears of that as well. */
    @Test
    void whoHasAnOldCopyHearsOfTheEnd() {
        see(Set.of(b));
        net.step(a, new ReplicaEvent.Tend());
        net.deliver(sent -> sent.message() instanceof Whole);
        net.deliver(sent -> sent.message() instanceof Have);
        assertThat(net.take(sent -> sent.message() instanceof Drop)).as("lost").hasSize(1);
        net.step(a, new ReplicaEvent.Ended());
        net.deliverAll();
        assertThat(net.at(b).holding()).isEqualTo(Holding.ENDED);
        assertThat(net.at(c).holding()).isEqualTo(Holding.ENDED);
        assertThat(net.at(a).ending()).isFalse();
    }

    /** b leaves, there is nobody else, and the word that it may drop its copy is lost; then the session ends, and b stays. */
    @Test
    void theLastCopyThatWasToGoHearsOfTheEnd() {
        net.sees(a, Set.of(b), a, b);
        net.step(b, new ReplicaEvent.Leave(true));
        net.deliver(sent -> sent.to().equals(a)); // Announce
        assertThat(net.take(sent -> sent.message() instanceof Drop)).as("lost").hasSize(1);
        net.step(a, new ReplicaEvent.Ended());
        net.deliverAll();
        assertThat(net.at(b).holding()).isEqualTo(Holding.ENDED);
    }

    private Give give() {
        net.step(a, new ReplicaEvent.Leave(true));
        return (Give) net.take(sent -> sent.message() instanceof Give).get(0).message();
    }

    /** a leaves and gives the session to b, whose word that it has it is lost: if b ended it and went, a would go on with it. */
    @Test
    void whoHasGivenItHearsOfTheEnd() {
        net.sees(a, Set.of(a), a, b);
        net.sees(b, Set.of(a), a, b);
        net.hear(a, b, give());
        assertThat(net.take(sent -> sent.message() instanceof Taken)).as("lost").hasSize(1);
        net.step(b, new ReplicaEvent.Ended());
        net.deliverAll();
        assertThat(net.at(b).ending()).isFalse();
        net.gone(b);
        net.sees(a, Set.of(a), a);
        net.step(a, new ReplicaEvent.Viewed(Set.of()));
        net.pass(3_000, a);
        assertThat(net.primaries()).isEmpty();
        assertThat(net.at(a).holding()).isNotEqualTo(Holding.BACKUP);
    }

    /** b may have taken it, and its word may be lost: until it is known, nothing is served here. */
    @Test
    void whoStaysServesNothingThatItHasGivenAway() {
        Give give = give();
        net.step(a, new ReplicaEvent.Leave(false));
        net.step(a, new ReplicaEvent.Requested(2, Set.of("a", "b")));
        assertThat(net.served(2)).isFalse();
        net.hear(a, b, give);
        assertThat(net.take(sent -> sent.message() instanceof Taken)).as("lost").hasSize(1);
        net.pass(3_000, a, b);
        assertThat(net.served(2)).as("it has come back").isTrue();
        assertThat(net.primaries()).containsExactly(a);
        assertThat(net.at(a).epoch()).isGreaterThan(give.epoch());
    }

    /** b does not answer and goes. Where it comes back and takes the session then, that is of an earlier epoch. */
    @Test
    void whoStaysGoesOnAfterWhatItHasGivenAway() {
        Give give = give();
        net.step(a, new ReplicaEvent.Leave(false));
        net.step(a, new ReplicaEvent.Requested(2, Set.of("a", "b")));
        net.sees(a, a, c);
        net.sees(c, a, c);
        net.step(a, new ReplicaEvent.Viewed(Set.of()));
        net.pass(300, a, c);
        assertThat(net.served(2)).isTrue();
        assertThat(net.at(a).epoch()).isGreaterThan(give.epoch());
        net.change(a, 3);
        net.pass(200, a, c);
        assertThat(net.confirmed(3)).isTrue();

        net.hear(a, b, give);
        see(Set.of());
        net.step(a, new ReplicaEvent.Viewed(Set.of(b)));
        net.step(b, new ReplicaEvent.Viewed(Set.of(a)));
        net.pass(2_000, a, b, c);
        assertThat(net.primaries()).containsExactly(a);
        assertThat(net.at(a).version()).isEqualTo(2);
        assertThat(net.discarded()).isZero();
    }

    /** b has taken it, has gone on with c, and has gone before its word came. */
    @Test
    void whoWasToldAndHasGoneMayHaveLeftItToAnother() {
        Give give = give();
        see(Set.of(a));
        net.hear(a, b, give);
        net.take(sent -> sent.message() instanceof Taken);
        net.change(b, 2);
        net.step(b, new ReplicaEvent.Tend());
        net.deliverBetween(b, c);
        assertThat(net.confirmed(2)).isTrue();
        net.gone(b);
        net.sees(a, Set.of(a), a, c);
        net.sees(c, Set.of(a), a, c);
        net.step(a, new ReplicaEvent.Viewed(Set.of()));
        net.step(c, new ReplicaEvent.Viewed(Set.of()));
        net.pass(2_000, a, c);
        assertThat(net.primaries()).containsExactly(c);
        assertThat(net.at(c).version()).isEqualTo(2);
        assertThat(net.discarded()).isZero();
        assertThat(net.at(a).holding()).as("it may leave").isEqualTo(Holding.NONE);
    }

    /** b is about to leave too, and may have taken it and gone on with others: nobody else is told while it is there. */
    @Test
    void nobodyElseIsToldWhileTheFirstOneIsThere() {
        Give give = give();
        see(Set.of(a, b));
        net.step(a, new ReplicaEvent.Tick());
        assertThat(net.network).noneMatch(sent -> sent.to().equals(c));
        net.wait(1_100);
        net.step(a, new ReplicaEvent.Tick());
        assertThat(net.network).filteredOn(sent -> sent.message().equals(give)).isNotEmpty();
    }
}
