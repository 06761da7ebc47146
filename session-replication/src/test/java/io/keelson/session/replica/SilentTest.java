package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Holding;
import org.junit.jupiter.api.Test;

/** The way between the two servers of a session is cut, and others see both, so that nobody is taken out of a view: message by message. */
class SilentTest {
    private final ReplicaNetwork net = new ReplicaNetwork();
    private final ClusterMember a = net.a;
    private final ClusterMember b = net.b;
    private final ClusterMember c = net.c;

    /** Requests waited for the copy for as long as the cut lasted. */
    @Test
    void anotherServerGetsTheCopy() {
        for (ClusterMember each : new ClusterMember[] {a, b, c}) {
            net.sees(each, a, b, c);
        }
        net.step(b, new ReplicaEvent.Created());
        net.change(b, 1);
        net.deliverAll();
        ClusterMember copy = net.at(b).secondary().orElseThrow();
        ClusterMember other = copy.equals(a) ? c : a;

        net.cut(b, copy);
        net.change(b, 2);
        net.pass(3_000, a, b, c);
        assertThat(net.confirmed(2)).as("the view decides for so long").isFalse();
        net.pass(1_500, a, b, c);
        assertThat(net.confirmed(2)).isTrue();
        assertThat(net.at(b).secondary()).contains(other);
        net.change(b, 3);
        net.deliverAll();
        assertThat(net.confirmed(3)).as("at once from then on").isTrue();

        net.heal();
        net.pass(2_500, a, b, c);
        assertThat(net.at(copy).holding()).as("the old copy").isEqualTo(Holding.NONE);
        assertThat(net.at(other).version()).isEqualTo(net.at(b).version());
        assertThat(net.primaries()).containsExactly(b);
        assertThat(net.replicas.values()).noneMatch(SessionReplica::active);
    }

    @Test
    void whereThereIsNoOtherItIsKeptAloneAndSaid() {
        net.sees(a, a, b);
        net.sees(b, a, b);
        net.step(b, new ReplicaEvent.Created());
        net.change(b, 1);
        net.deliverAll();
        assertThat(net.at(b).exposed()).isFalse();

        net.cut(a, b);
        net.change(b, 2);
        net.pass(4_500, a, b);
        assertThat(net.confirmed(2)).isTrue();
        assertThat(net.at(b).exposed()).isTrue();

        net.heal();
        net.hear(
                a,
                b,
                new ReplicaMessage.Found(
                        1, Holding.BACKUP, net.at(a).epoch(), net.at(a).version(), 0));
        net.pass(500, a, b);
        assertThat(net.at(b).exposed()).isFalse();
        assertThat(net.at(a).version()).isEqualTo(net.at(b).version());
    }

    /** Who did not run for a while may have another primary by now, which the silent one knows of. */
    @Test
    void whoDoesNotTrustItsViewWaits() {
        for (ClusterMember each : new ClusterMember[] {a, b, c}) {
            net.sees(each, a, b, c);
        }
        net.step(b, new ReplicaEvent.Created());
        net.change(b, 1);
        net.deliverAll();
        net.paused(b);
        net.cut(b, net.at(b).secondary().orElseThrow());
        net.change(b, 2);
        net.pass(6_000, a, b, c);
        assertThat(net.confirmed(2)).isFalse();
    }
}
