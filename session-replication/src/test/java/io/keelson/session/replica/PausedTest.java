package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Find;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Take;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A primary that has not run for a while and may be one no more, message by message. */
class PausedTest {
    private final ReplicaNetwork net = new ReplicaNetwork();
    private final ClusterMember a = net.a;
    private final ClusterMember b = net.b;
    private final ClusterMember c = net.c;

    /** b is the primary, c has the copy. */
    @BeforeEach
    void thereIsACopy() {
        net.sees(b, b, c);
        net.sees(c, b, c);
        net.step(b, new ReplicaEvent.Created());
        net.change(b, 1);
        net.deliverAll();
        for (ClusterMember each : List.of(a, b, c)) {
            net.sees(each, a, b, c);
        }
    }

    private Take asked() {
        net.step(a, new ReplicaEvent.Requested(2, Set.of("b", "c")));
        net.deliver(sent -> sent.message() instanceof Find);
        net.deliver(sent -> sent.message() instanceof Found);
        return (Take) net.take(sent -> sent.message() instanceof Take).get(0).message();
    }

    /** a asked b for it before c went on; b hears of that after its pause. */
    @Test
    void handsNothingOverThatItsCopyHasTaken() {
        Take take = asked();
        net.wait(1_050);
        net.step(a, new ReplicaEvent.Tick());
        net.take(sent -> true); // asks anew, and takes it from nobody meanwhile
        net.sees(c, a, c);
        net.step(c, new ReplicaEvent.Tend());
        net.deliverBetween(a, c);
        assertThat(net.at(c).holding()).isEqualTo(Holding.PRIMARY);
        net.take(sent -> true);
        net.paused(b);
        net.hear(a, b, take);
        assertThat(net.network).noneMatch(sent -> sent.message() instanceof Handed);
        net.deliverAll();
        assertThat(net.at(b).holding()).as("it has heard that it is none").isNotEqualTo(Holding.PRIMARY);
        net.pass(500, a, b, c);
        assertThat(net.discarded()).isZero();
    }

    @Test
    void handsOverWhenItsCopySaysThatItIsThePrimary() {
        Take take = asked();
        net.paused(b);
        net.hear(a, b, take);
        assertThat(net.network).noneMatch(sent -> sent.message() instanceof Handed);
        net.deliverAll();
        assertThat(net.served(2)).as("at once").isTrue();
    }

    /** Who has the copy wants the session. */
    @Test
    void handsOverToItsCopy() {
        net.step(c, new ReplicaEvent.Requested(2, Set.of("b", "c")));
        net.paused(b);
        net.deliverAll();
        assertThat(net.served(2)).as("at once").isTrue();
    }

    /** The question is lost. */
    @Test
    void asksItsCopyAgain() {
        Take take = asked();
        net.paused(b);
        net.hear(a, b, take);
        assertThat(net.take(sent -> sent.message() instanceof Find)).hasSize(1);
        net.pass(1_200, b);
        assertThat(net.served(2)).isTrue();
    }

    /** c is about to leave, and may go on with the session as b was not there. */
    @Test
    void movesNoCopyAway() {
        for (ClusterMember each : List.of(a, b, c)) {
            net.sees(each, Set.of(c), a, b, c);
        }
        net.paused(b);
        net.step(b, new ReplicaEvent.Tend());
        assertThat(net.network).noneMatch(sent -> sent.message() instanceof Whole);
        net.wait(8_000);
        net.step(b, new ReplicaEvent.Tend());
        net.deliverAll();
        assertThat(net.at(b).secondary()).contains(a);
        assertThat(net.at(c).holding()).isEqualTo(Holding.NONE);
    }
}
