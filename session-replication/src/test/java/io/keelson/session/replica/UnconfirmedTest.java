package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Lack;
import io.keelson.session.replica.ReplicaMessage.Update;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A primary that has not heard yet from who made it one, message by message. */
class UnconfirmedTest {
    private final ReplicaNetwork net = new ReplicaNetwork();
    private final ClusterMember a = net.a;
    private final ClusterMember b = net.b;

    /** a has the session from b, which is to have the copy; that b hears of it is lost, and two requests have changed it since. */
    @BeforeEach
    void somethingIsUnderWay() {
        net.sees(a, a, b);
        net.sees(b, a, b);
        net.step(b, new ReplicaEvent.Created());
        net.change(b, 1);
        net.deliverAll();
        net.step(a, new ReplicaEvent.Requested(2, Set.of("b")));
        net.step(a, new ReplicaEvent.Requested(3, Set.of("b")));
        while (!net.served(2)) {
            net.deliver(sent -> true);
        }
        assertThat(net.take(sent -> sent.message() instanceof Check)).isNotEmpty();
        net.change(a, 2);
        net.change(a, 3);
        assertThat(net.network).hasSize(2).allMatch(sent -> sent.message() instanceof Update);
    }

    /** The second change comes first, and that b is the holder gets lost. */
    @Test
    void isNotDoneWhereTheHolderLacksWhatCameBefore() {
        ReplicaNetwork.Sent first = net.take(sent -> sent.message() instanceof Update update && update.base() == 1)
                .get(0);
        net.deliver(sent -> sent.message() instanceof Update);
        assertThat(net.take(sent -> sent.message() instanceof Have)).hasSize(1);
        net.deliver(sent -> sent.message() instanceof Lack);
        assertThat(net.at(a).holding()).isEqualTo(Holding.PRIMARY);
        net.hear(first.from(), first.to(), first.message());
        net.deliverAll();
        net.pass(1_200, a, b);
        net.deliverAll();
        assertThat(net.confirmed(2)).isTrue();
        assertThat(net.confirmed(3)).isTrue();
        assertThat(net.primaries()).isEqualTo(List.of(a));
        assertThat(net.discarded()).isZero();
    }

    @Test
    void stepsBackWhereTheHolderKnowsNothing() {
        net.take(sent -> true);
        Lack nothing = new Lack(net.at(a).epoch());
        net.hear(b, a, nothing);
        assertThat(net.at(a).holding()).as("it may lack something").isEqualTo(Holding.PRIMARY);
        net.hear(b, a, nothing);
        assertThat(net.at(a).holding()).as("that may be about the time before").isEqualTo(Holding.PRIMARY);
        net.wait(600);
        net.hear(b, a, nothing);
        assertThat(net.at(a).holding()).isEqualTo(Holding.BACKUP);
        assertThat(net.confirmed(2)).isFalse();
        assertThat(net.confirmed(3)).isFalse();
    }
}
