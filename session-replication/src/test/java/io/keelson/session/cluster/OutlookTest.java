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

/** What a server knows of the others while the domain's servers change. */
class OutlookTest {
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
        Outlook outlook = new Outlook(ONE, rules("s1", "s2"), "admin", Duration.ofSeconds(3), 0);
        outlook.viewed(new ClusterView.View(1, true, List.of(ONE, TWO), Set.of()), 1);
        outlook.leaving(TWO, true);
        outlook.rules(rules("s1", "s3"));

        assertThat(outlook.at(2).expected()).containsExactlyInAnyOrder("s1", "s3");
        assertThat(outlook.at(2).members()).containsExactly(ONE, TWO);
        assertThat(outlook.at(2).leaving()).containsExactly(TWO);
        outlook.viewed(new ClusterView.View(2, true, List.of(ONE), Set.of("s3")), 3);
        assertThat(outlook.at(4).expected()).as("with the next view too").containsExactlyInAnyOrder("s1", "s3");
        assertThat(outlook.at(4).rules().copyRequired()).isTrue();
    }

    private static long seconds(int count) {
        return Duration.ofSeconds(count).toNanos();
    }

    private static Outlook joined() {
        Outlook outlook = new Outlook(ONE, rules("s1", "s2"), "admin", Duration.ofSeconds(3), 0);
        outlook.viewed(new ClusterView.View(1, true, List.of(ONE, TWO), Set.of()), 1);
        outlook.tick(seconds(1));
        assertThat(outlook.at(seconds(1)).sure(seconds(1))).isTrue();
        assertThat(outlook.doubtsSince(seconds(1))).isZero();
        return outlook;
    }

    @Test
    void whoDidNotRunDoubtsItsViewUntilAllOthersHaveIt() {
        Outlook outlook = joined();
        long back = seconds(4);
        long doubted = outlook.doubtsSince(back);
        assertThat(doubted).isNotZero();
        assertThat(outlook.at(back).sure(back)).isFalse();
        outlook.shared(doubted, back + 1);
        assertThat(outlook.at(back + 1).sure(back + 1)).isTrue();
        assertThat(outlook.doubtsSince(back + 1)).isZero();
    }

    @Test
    void whoDoesNotAnswerForLongerThanAFailureTakesIsSilentUntilItDoes() {
        Outlook outlook = joined();
        for (long at = 1; at <= 5; at++) {
            outlook.tick(seconds((int) at));
        }
        assertThat(outlook.unheard(TWO, seconds(2), seconds(5))).isFalse();
        assertThat(outlook.unheard(TWO, seconds(1), seconds(5))).isTrue();
        assertThat(outlook.unheard(TWO, seconds(1), seconds(5))).as("no news").isFalse();
        assertThat(outlook.at(seconds(5)).silent()).containsExactly(TWO);
        assertThat(outlook.at(seconds(5)).members()).as("it is there").containsExactly(ONE, TWO);
        assertThat(outlook.heard(TWO, seconds(5))).isTrue();
        assertThat(outlook.heard(TWO, seconds(5))).as("no news").isFalse();
        assertThat(outlook.at(seconds(5)).silent()).isEmpty();

        outlook.unheard(TWO, seconds(1), seconds(5));
        outlook.viewed(new ClusterView.View(2, true, List.of(ONE), Set.of("s2")), seconds(5));
        assertThat(outlook.at(seconds(5)).silent()).as("of those in the view").isEmpty();
    }

    /** It is this server that did not run: what the other one said meanwhile it has not read yet. */
    @Test
    void nobodyIsSilentBecauseThisServerDidNotRun() {
        Outlook outlook = joined();
        long back = seconds(20);
        assertThat(outlook.unheard(TWO, seconds(1), back)).isFalse();
        outlook.shared(outlook.doubtsSince(back), back + 1);
        outlook.tick(back + 1);
        assertThat(outlook.unheard(TWO, seconds(1), back + 1)).isFalse();
    }

    @Test
    void whatWasAnsweredBeforeAnotherPauseSaysNothing() {
        Outlook outlook = joined();
        long first = outlook.doubtsSince(seconds(4));
        outlook.shared(first, seconds(7));
        assertThat(outlook.at(seconds(7)).sure(seconds(7))).isFalse();
        assertThat(outlook.doubtsSince(seconds(7))).isNotZero().isNotEqualTo(first);
    }

    @Test
    void afterSomeTimeItTrustsItsViewAnyway() {
        Outlook outlook = joined();
        assertThat(outlook.doubtsSince(seconds(4))).isNotZero();
        for (int second = 4; second < 13; second++) {
            outlook.tick(seconds(second));
        }
        assertThat(outlook.at(seconds(12)).sure(seconds(12))).isTrue();
        assertThat(outlook.doubtsSince(seconds(12))).isZero();
    }
}
