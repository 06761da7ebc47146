package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Announce;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Stale;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that the little that is kept of a session that has ended does what the machine before it did. */
class RemnantTest {
    private static final ClusterMember A = new ClusterMember("a", "1".repeat(32));
    private static final ClusterMember B = new ClusterMember("b", "2".repeat(32));
    private static final ClusterSnapshot AROUND =
            new ClusterSnapshot(A, List.of(A, B), Set.of(), new Rules(Map.of(), false), 0);
    private static final byte[] ABOUT = {1};

    private final SessionReplica ended = new SessionReplica("s", false, AROUND);
    private long now = 1;

    private List<ReplicaAction> step(SessionReplica at, ReplicaEvent event) {
        return at.step(event, AROUND, ++now);
    }

    private static List<ReplicaMessage> sent(List<ReplicaAction> actions) {
        return actions.stream()
                .filter(ReplicaAction.Send.class::isInstance)
                .map(action -> ((ReplicaAction.Send) action).message())
                .toList();
    }

    /** A session with a copy on b, which has ended; b has not said yet that it knows. */
    private void end() {
        step(ended, new ReplicaEvent.Created());
        step(ended, new ReplicaEvent.Changed(1, new Delta(ABOUT, Map.of())));
        step(ended, new ReplicaEvent.Heard(B, new Have(ended.epoch(), 1)));
        step(ended, new ReplicaEvent.Ended());
    }

    @Test
    void nothingIsKeptWhileSomebodyWaits() {
        assertThat(ended.remnant()).as("nobody knows of it").isEmpty();
        end();
        assertThat(ended.remnant()).as("the copy is there still").isEmpty();
        step(ended, new ReplicaEvent.Settled(2));
        step(ended, new ReplicaEvent.Heard(B, new Have(ended.epoch(), Long.MAX_VALUE)));
        assertThat(ended.remnant()).hasValueSatisfying(left -> {
            assertThat(left.epoch()).isEqualTo(ended.epoch());
            assertThat(left.since()).isBetween(1L, now);
        });
    }

    @Test
    void whatIsMadeOfItKnowsThatTheSessionHasEnded() {
        end();
        step(ended, new ReplicaEvent.Heard(B, new Have(ended.epoch(), Long.MAX_VALUE)));
        Remnant left = ended.remnant().orElseThrow();
        SessionReplica again = new SessionReplica("s", false, AROUND, left);
        for (SessionReplica one : List.of(ended, again)) {
            assertThat(one.holding()).isEqualTo(Holding.ENDED);
            assertThat(step(one, new ReplicaEvent.Requested(3, Set.of()))).containsExactly(new ReplicaAction.Absent(3));
            assertThat(step(one, new ReplicaEvent.Settled(4))).containsExactly(new ReplicaAction.Confirmed(4));
            assertThat(sent(step(one, new ReplicaEvent.Heard(B, new ReplicaMessage.Find(5)))))
                    .singleElement()
                    .isInstanceOfSatisfying(Found.class, found -> {
                        assertThat(found.holding()).isEqualTo(Holding.ENDED);
                        assertThat(found.epoch()).isEqualTo(left.epoch());
                    });
            assertThat(sent(step(
                            one,
                            new ReplicaEvent.Heard(
                                    B, new ReplicaMessage.Update(left.epoch(), 1, 2, new Delta(ABOUT, Map.of()))))))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Stale.class, stale -> assertThat(stale.lineage()).isEqualTo(left.lineage()));
            assertThat(sent(step(one, new ReplicaEvent.Viewed(Set.of(B)))))
                    .containsExactly(new Announce(Holding.ENDED, left.epoch(), Long.MAX_VALUE, left.lineage()));
            assertThat(one.remnant()).as("nothing of that changes it").contains(left);
        }
    }
}
