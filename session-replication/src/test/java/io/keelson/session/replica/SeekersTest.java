package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Servers that want one session at the same moment, message by message. */
class SeekersTest {
    private final ReplicaNetwork net = new ReplicaNetwork();
    private final ClusterMember a = net.a;
    private final ClusterMember b = net.b;
    private final ClusterMember c = net.c;

    /** b has the copy of what a had, which has gone; requests want it on b and on c. c has just asked b for it when b asks c. */
    @Test
    void ofTwoThatWantItAtOnceOneHasIt() {
        net.sees(b, a, b, c);
        net.sees(c, a, b, c);
        net.step(
                b,
                new ReplicaEvent.Heard(a, new ReplicaMessage.Whole(1, 7, 1, Image.EMPTY, Lineage.NONE.then(1, a, 0))));
        net.network.clear();
        net.sees(b, b, c);
        net.sees(c, b, c);

        net.step(c, new ReplicaEvent.Requested(1, Set.of("a", "b")));
        net.deliver(sent -> sent.to().equals(b)); // Find
        net.deliver(sent -> sent.message() instanceof Found found && found.holding() == Holding.BACKUP);
        assertThat(net.network)
                .singleElement()
                .extracting(ReplicaNetwork.Sent::message)
                .isInstanceOf(ReplicaMessage.Take.class);
        net.step(b, new ReplicaEvent.Requested(2, Set.of("a", "b")));
        net.deliver(sent -> sent.from().equals(b)); // Find, while c waits for what it has asked for
        net.deliverAll();
        net.pass(1_000, b, c);
        assertThat(net.told).noneMatch(ReplicaAction.Unreachable.class::isInstance);
        assertThat(net.served(1)).as("on c").isTrue();
        assertThat(net.served(2)).as("on b").isTrue();
        assertThat(net.primaries()).hasSize(1);
    }

    /**
     * What b hands over to c is lost with the connection, as it was when a server closed those of streams before it handed over; both ask
     * then.
     */
    @Test
    void whatIsLostOnItsWayIsHandedOverAgain() {
        net.sees(b, b, c);
        net.sees(c, b, c);
        net.step(b, new ReplicaEvent.Created());
        net.step(b, new ReplicaEvent.Changed(1, ReplicaNetwork.CHANGE));
        net.deliverAll();
        net.step(c, new ReplicaEvent.Requested(2, Set.of("b", "c")));
        net.deliver(sent -> sent.to().equals(b)); // Find
        net.deliver(sent -> sent.to().equals(c)); // Found
        net.deliver(sent -> sent.to().equals(b)); // Take
        assertThat(net.network)
                .singleElement()
                .extracting(ReplicaNetwork.Sent::message)
                .isInstanceOf(ReplicaMessage.Handed.class);
        net.network.clear();
        net.wait(1_050);
        net.pass(1_000, b, c);
        assertThat(net.told).noneMatch(ReplicaAction.Unreachable.class::isInstance);
        assertThat(net.served(2)).isTrue();
    }

    /** What a request has waited for is said. */
    @Test
    void whoIsTurnedAwayHearsWhy() {
        net.sees(b, a, b);
        net.step(b, new ReplicaEvent.Requested(1, Set.of("a")));
        for (int i = 0; i < 51; i++) {
            net.wait(100);
            net.step(b, new ReplicaEvent.Tick());
        }
        assertThat(net.told)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReplicaAction.Unreachable.class,
                        away -> assertThat(away.why()).contains("(no answer of a)"));
    }
}
