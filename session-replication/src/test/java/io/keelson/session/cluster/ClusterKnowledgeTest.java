package io.keelson.session.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.session.replica.Place;
import io.keelson.session.replica.Rules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Knowledge of a server about the others while the domain's servers change. */
class ClusterKnowledgeTest {
    private static final ClusterMember ONE = new ClusterMember("s1", "00000000000000000000000000000001");
    private static final ClusterMember TWO = new ClusterMember("s2", "00000000000000000000000000000002");

    private static Rules rules(String... servers) {
        Map<String, Place> places = new java.util.HashMap<>();
        for (String server : servers) {
            places.put(server, Place.ANYWHERE);
        }
        return new Rules(places, true);
    }

    @Test
    void otherServersAreExpectedAndThoseThatAreSeenStay() {
        ClusterKnowledge knowledge = new ClusterKnowledge(ONE, rules("s1", "s2"), "admin", Duration.ofSeconds(3), 0);
        knowledge.viewed(new ClusterView.View(1, true, List.of(ONE, TWO), Set.of()), 1);
        knowledge.leaving(TWO, true);
        knowledge.rules(rules("s1", "s3"));

        assertThat(knowledge.at(2).expected()).containsExactlyInAnyOrder("s1", "s3");
        assertThat(knowledge.at(2).members()).containsExactly(ONE, TWO);
        assertThat(knowledge.at(2).leaving()).containsExactly(TWO);
        knowledge.viewed(new ClusterView.View(2, true, List.of(ONE), Set.of("s3")), 3);
        assertThat(knowledge.at(4).expected()).as("with the next view too").containsExactlyInAnyOrder("s1", "s3");
        assertThat(knowledge.at(4).rules().copyRequired()).isTrue();
    }

    private static long seconds(int count) {
        return Duration.ofSeconds(count).toNanos();
    }

    private static ClusterKnowledge joined() {
        ClusterKnowledge knowledge = new ClusterKnowledge(ONE, rules("s1", "s2"), "admin", Duration.ofSeconds(3), 0);
        knowledge.viewed(new ClusterView.View(1, true, List.of(ONE, TWO), Set.of()), 1);
        knowledge.tick(seconds(1));
        assertThat(knowledge.at(seconds(1)).sure(seconds(1))).isTrue();
        assertThat(knowledge.doubtsSince(seconds(1))).isZero();
        return knowledge;
    }

    @Test
    void whoDidNotRunDoubtsItsViewUntilAllOthersHaveIt() {
        ClusterKnowledge knowledge = joined();
        long back = seconds(4);
        long doubted = knowledge.doubtsSince(back);
        assertThat(doubted).isNotZero();
        assertThat(knowledge.at(back).sure(back)).isFalse();
        knowledge.shared(doubted, back + 1);
        assertThat(knowledge.at(back + 1).sure(back + 1)).isTrue();
        assertThat(knowledge.doubtsSince(back + 1)).isZero();
    }

    @Test
    void whoDoesNotAnswerForLongerThanAFailureTakesIsSilentUntilItDoes() {
        ClusterKnowledge knowledge = joined();
        for (long at = 1; at <= 5; at++) {
            knowledge.tick(seconds((int) at));
        }
        assertThat(knowledge.unheard(TWO, seconds(2), seconds(5))).isFalse();
        assertThat(knowledge.unheard(TWO, seconds(1), seconds(5))).isTrue();
        assertThat(knowledge.unheard(TWO, seconds(1), seconds(5))).as("no news").isFalse();
        assertThat(knowledge.at(seconds(5)).silent()).containsExactly(TWO);
        assertThat(knowledge.at(seconds(5)).members()).as("it is there").containsExactly(ONE, TWO);
        assertThat(knowledge.heard(TWO, seconds(5))).isTrue();
        assertThat(knowledge.heard(TWO, seconds(5))).as("no news").isFalse();
        assertThat(knowledge.at(seconds(5)).silent()).isEmpty();

        knowledge.unheard(TWO, seconds(1), seconds(5));
        knowledge.viewed(new ClusterView.View(2, true, List.of(ONE), Set.of("s2")), seconds(5));
        assertThat(knowledge.at(seconds(5)).silent()).as("of those in the view").isEmpty();
    }

    /** Is this server that did not run: what the other one said meanwhile it has not read yet. */
    @Test
    void nobodyIsSilentBecauseThisServerDidNotRun() {
        ClusterKnowledge knowledge = joined();
        long back = seconds(20);
        assertThat(knowledge.unheard(TWO, seconds(1), back)).isFalse();
        knowledge.shared(knowledge.doubtsSince(back), back + 1);
        knowledge.tick(back + 1);
        assertThat(knowledge.unheard(TWO, seconds(1), back + 1)).isFalse();
    }

    @Test
    void whatWasAnsweredBeforeAnotherPauseSaysNothing() {
        ClusterKnowledge knowledge = joined();
        long first = knowledge.doubtsSince(seconds(4));
        knowledge.shared(first, seconds(7));
        assertThat(knowledge.at(seconds(7)).sure(seconds(7))).isFalse();
        assertThat(knowledge.doubtsSince(seconds(7))).isNotZero().isNotEqualTo(first);
    }

    @Test
    void afterSomeTimeItTrustsItsViewAnyway() {
        ClusterKnowledge knowledge = joined();
        assertThat(knowledge.doubtsSince(seconds(4))).isNotZero();
        for (int second = 4; second < 13; second++) {
            knowledge.tick(seconds(second));
        }
        assertThat(knowledge.at(seconds(12)).sure(seconds(12))).isTrue();
        assertThat(knowledge.doubtsSince(seconds(12))).isZero();
    }
}
