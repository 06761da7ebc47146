package io.keelson.cluster.singleton;

import static io.keelson.cluster.singleton.Fixtures.member;
import static io.keelson.cluster.singleton.Fixtures.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.singleton.Turn.Stage;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final ClusterMember A = member("a");
    private static final ClusterMember B = member("b");
    private static final ClusterMember C = member("c");
    private static final List<ClusterMember> ALL = List.of(C, A, B);

    private final Ledger ledger = new Ledger();

    private void turn(long epoch, ClusterMember member, Stage stage) {
        ledger.add(new Turn(epoch, member, stage, "", 0));
    }

    private Placement of(SingletonSettings settings, List<ClusterMember> ready) {
        return Placement.of(settings, ledger, ready, true);
    }

    private String server(SingletonSettings settings, List<ClusterMember> ready) {
        return of(settings, ready).server().map(ClusterMember::server).orElse("nobody");
    }

    @Test
    void aNewServiceGoesToThePreferredServerElseToTheFirstInOrder() {
        assertThat(server(settings("b", false), ALL)).isEqualTo("b");
        assertThat(server(settings("b", false), List.of(C, A))).isEqualTo("a");
        assertThat(server(settings(null, false), ALL)).isEqualTo("a");
        assertThat(server(settings(null, false, "c", "b"), ALL)).isEqualTo("c");
        assertThat(server(settings("b", false, "c", "b"), ALL)).isEqualTo("b");
        assertThat(server(settings(null, false, "x"), ALL)).isEqualTo("nobody");
        assertThat(server(settings(null, false), List.of())).isEqualTo("nobody");
    }

    @Test
    void itStaysWhereItIsUntilThatServerGoes() {
        turn(1, C, Stage.ACTIVE);
        assertThat(server(settings("b", false), ALL)).isEqualTo("c");
        assertThat(server(settings("b", false), List.of(A, B))).isEqualTo("b");
        assertThat(server(settings(null, false), List.of(member("c", 2), B)))
                .as("a server that was restarted is another")
                .isEqualTo("b");
    }

    @Test
    void itGoesBackOnlyIfThatIsAskedFor() {
        turn(1, B, Stage.ACTIVE);
        turn(2, C, Stage.ACTIVE);
        assertThat(server(settings("b", true), ALL)).isEqualTo("b");
        assertThat(server(settings("b", true), List.of(A, C))).isEqualTo("c");
        turn(3, B, Stage.FAILED);
        turn(4, C, Stage.ACTIVE);
        assertThat(server(settings("b", true), ALL)).as("it has had its turn").isEqualTo("c");
        assertThat(server(settings("b", true), List.of(A, member("b", 2), C)))
                .as("another run has not")
                .isEqualTo("b");
    }

    @Test
    void afterAFailureComesTheNextAndThenAnotherRound() {
        SingletonSettings settings = settings(null, false);
        turn(1, A, Stage.FAILED);
        assertThat(server(settings, ALL)).isEqualTo("b");
        turn(2, B, Stage.FAILED);
        assertThat(server(settings, ALL)).isEqualTo("c");
        turn(3, C, Stage.FAILED);
        assertThat(Placement.of(settings, ledger, ALL, false).pause()).isTrue();
        assertThat(server(settings, ALL)).as("the second round").isEqualTo("a");
        turn(4, A, Stage.FAILED);
        assertThat(Placement.of(settings, ledger, ALL, false).server())
                .as("no pause within a round")
                .contains(B);
        turn(5, B, Stage.FAILED);
        turn(6, C, Stage.FAILED);
        assertThat(of(settings, ALL).exhausted()).isTrue();
        assertThat(server(settings, List.of(A, B, member("c", 2))))
                .as("a server that was restarted gives another attempt")
                .isEqualTo("c");
    }

    @Test
    void whatWorkedOnceHasAllAttemptsAgain() {
        turn(1, A, Stage.FAILED);
        turn(2, B, Stage.ACTIVE);
        turn(3, A, Stage.FAILED);
        assertThat(ledger.failures()).extracting(Turn::epoch).containsExactly(3L);
        turn(2, B, Stage.ENDED);
        assertThat(ledger.failures()).extracting(Turn::epoch).containsExactly(3L);
    }

    @Test
    void aWishCountsUntilItIsFulfilledOrHasFailed() {
        turn(1, A, Stage.ACTIVE);
        ledger.add(new Ledger.Wish(C, 1, "somebody"));
        assertThat(server(settings("a", true), ALL)).isEqualTo("c");
        turn(1, A, Stage.ENDED);
        turn(2, C, Stage.STARTING);
        assertThat(server(settings("a", true), ALL)).isEqualTo("c");
        turn(2, C, Stage.ACTIVE);
        assertThat(server(settings("a", true), ALL))
                .as("what was moved by hand does not go back")
                .isEqualTo("c");
        turn(2, C, Stage.ENDED);
        assertThat(server(settings("a", true), ALL)).isEqualTo("a");
    }

    @Test
    void aWishThatFailsGoesToTheNextAndGivesNewAttempts() {
        for (int epoch = 1; epoch <= 6; epoch++) {
            turn(epoch, List.of(A, B, C).get((epoch - 1) % 3), Stage.FAILED);
        }
        assertThat(of(settings(null, false), ALL).exhausted()).isTrue();
        ledger.add(new Ledger.Wish(B, 6, "somebody"));
        assertThat(server(settings(null, false), ALL)).isEqualTo("b");
        turn(7, B, Stage.FAILED);
        assertThat(server(settings(null, false), ALL)).isEqualTo("a");
    }

    /** In whatever order and however often things are told, all servers end with one ledger. */
    @Test
    void ledgersConverge() {
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            List<Turn> told = new ArrayList<>();
            for (int epoch = 1; epoch <= 8; epoch++) {
                ClusterMember owner = ALL.get(random.nextInt(3));
                int stages = 1 + random.nextInt(Stage.values().length);
                for (int s = 0; s < stages; s++) {
                    told.add(new Turn(epoch, owner, Stage.values()[s], "", 0));
                }
            }
            List<Ledger.Wish> wishes = List.of(new Ledger.Wish(A, 2, "x"), new Ledger.Wish(B, 2, "x"));
            Ledger first = told(told, wishes, random);
            Ledger second = told(told, wishes, random);
            assertThat(first.turns()).isEqualTo(second.turns());
            assertThat(first.wish()).isEqualTo(second.wish());
        }
    }

    private static Ledger told(List<Turn> turns, List<Ledger.Wish> wishes, Random random) {
        List<Turn> order = new ArrayList<>(turns);
        order.addAll(turns.subList(0, random.nextInt(turns.size())));
        Collections.shuffle(order, random);
        List<Ledger.Wish> asked = new ArrayList<>(wishes);
        Collections.shuffle(asked, random);
        Ledger ledger = new Ledger();
        order.forEach(ledger::add);
        asked.forEach(ledger::add);
        return ledger;
    }

    @Test
    void thePreferredServerIsOneOfTheCandidates() {
        assertThatThrownBy(() -> settings("a", false, "b")).hasMessageContaining("user-preferred-server is a");
    }
}
