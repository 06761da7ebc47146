package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Announce;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Remove;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions that are ended while what is said of that is lost, message by message. */
class EndingTest {
    private final ReplicaNetwork net = new ReplicaNetwork();
    private final ClusterMember a = net.a;
    private final ClusterMember b = net.b;
    private final ClusterMember c = net.c;

    /** a is the primary, b has the copy. a ends it, and b does not hear of that. */
    @BeforeEach
    void itHasEnded() {
        net.sees(a, a, b);
        net.sees(b, a, b);
        net.step(a, new ReplicaEvent.Created());
        net.change(a, 1);
        net.deliverAll();
        net.step(a, new ReplicaEvent.Ended());
        assertThat(net.take(sent -> sent.message() instanceof Remove))
                .as("lost")
                .hasSize(1);
    }

    private boolean absent(long ticket) {
        return net.told.contains(new ReplicaAction.Absent(ticket));
    }

    /** If a went now, b would go on with it: so nobody is told yet that it is not there, not on b either. */
    @Test
    void nobodyHearsOfAnEndThatCouldBeLost() {
        assertThat(net.at(a).ending()).isTrue();
        net.step(a, new ReplicaEvent.Requested(2, Set.of("a", "b")));
        assertThat(absent(2)).isFalse();
        net.step(b, new ReplicaEvent.Requested(3, Set.of("a", "b")));
        net.deliverAll();
        assertThat(absent(3)).isFalse();
        net.sees(b, b);
        net.step(b, new ReplicaEvent.Viewed(Set.of()));
        assertThat(net.served(3)).as("a has gone").isTrue();
    }

    /** As when it got another id, or its time was over: no request waits for it. */
    @Test
    void itIsSaidUntilTheCopyHasHeard() {
        assertThat(net.at(a).active()).isTrue();
        net.step(a, new ReplicaEvent.Requested(2, Set.of("a", "b")));
        net.pass(1_200, a, b);
        assertThat(net.at(b).holding()).isEqualTo(Holding.ENDED);
        assertThat(net.at(a).ending()).isFalse();
        assertThat(net.at(a).active()).isFalse();
        assertThat(absent(2)).isTrue();
    }

    /** b has become the primary, as a was paused: what a ended is there. */
    @Test
    void whoWaitsGetsTheSessionWhereItWasNotTheOneThatHasEnded() {
        net.step(a, new ReplicaEvent.Settled(2));
        net.step(a, new ReplicaEvent.Requested(3, Set.of("a", "b")));
        net.sees(b, b);
        net.step(b, new ReplicaEvent.Viewed(Set.of()));
        net.step(b, new ReplicaEvent.Tend());
        net.sees(b, a, b);
        net.pass(2_000, a, b);
        assertThat(net.told).contains(new ReplicaAction.Superseded(2));
        assertThat(net.served(3)).isTrue();
        assertThat(absent(3)).isFalse();
    }

    /** c has an older copy, as the word to drop it was lost; it leaves, and nobody told it what has become of the session. */
    @Test
    void whoLeavesWithAnOldCopyHearsOfTheEnd() {
        net.sees(c, a, b, c);
        net.hear(a, c, new ReplicaMessage.Whole(1, 1, 0, Image.EMPTY, Lineage.NONE.then(1, a, 0)));
        net.deliverAll();
        net.pass(1_200, a, b);
        net.step(c, new ReplicaEvent.Leave(true));
        assertThat(net.network).anyMatch(sent -> sent.message() instanceof Announce);
        net.pass(1_200, a, b, c);
        assertThat(net.at(c).holding()).isEqualTo(Holding.ENDED);
    }
}
