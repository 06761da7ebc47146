package io.keelson.cluster.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cluster.membership.Membership.Term;
import io.keelson.cluster.names.NamingTree.Action;
import io.keelson.cluster.names.NamingTree.Event;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Single decisions; that all of it holds together {@link NamingTreeSimulationTest} shows. */
class NamingTreeTest {
    private static final ClusterMember A = member("a");
    private static final ClusterMember B = member("b");

    private final NamingTree tree = new NamingTree(A);
    private int tickets;

    private static ClusterMember member(String server) {
        return new ClusterMember(server, "0".repeat(31) + (server.charAt(0) - 'a' + 1));
    }

    private static TreeChange.Bind bind(String name, @Nullable Fence fence, boolean replace) {
        return new TreeChange.Bind(name, "java.lang.String", new Bytes(new byte[] {1}), fence, replace);
    }

    private Outcome decide(TreeChange change) {
        String ticket = "t" + tickets++;
        return tree.step(new Event.Wanted(ticket, change), 0).stream()
                .filter(Action.Decided.class::isInstance)
                .map(Action.Decided.class::cast)
                .filter(decided -> decided.ticket().equals(ticket))
                .map(Action.Decided::outcome)
                .findFirst()
                .orElseThrow();
    }

    private void alone() {
        tree.step(new Event.Entered(new Term(0, A), List.of(A)), 0);
        tree.step(new Event.Formed(), 0);
    }

    @Test
    void decidesNothingBeforeTheClusterHasFormed() {
        tree.step(new Event.Entered(new Term(0, A), List.of(A)), 0);
        assertThat(tree.step(new Event.Wanted("t", bind("x", null, false)), 0)).isEmpty();
        assertThat(tree.waits()).isTrue();

        List<Action> actions = tree.step(new Event.Formed(), 0);

        assertThat(actions).contains(new Action.Decided("t", Outcome.DONE));
        assertThat(tree.visible()).containsOnlyKeys("x");
        assertThat(tree.waits()).isFalse();
    }

    @Test
    void aNameIsBoundOnceUnlessItIsToBeReplaced() {
        alone();
        assertThat(decide(bind("x", null, false))).isEqualTo(Outcome.DONE);
        assertThat(decide(bind("x", null, false))).isEqualTo(Outcome.BOUND);
        assertThat(decide(bind("x", null, true))).isEqualTo(Outcome.DONE);
        assertThat(decide(new TreeChange.Unbind("x", null, false))).isEqualTo(Outcome.DONE);
        assertThat(decide(new TreeChange.Unbind("x", null, false))).isEqualTo(Outcome.DONE);
        assertThat(tree.visible()).isEmpty();
    }

    @Test
    void aValueIsNoContextAndAContextNoValue() {
        alone();
        assertThat(decide(bind("jms/orders", null, false))).isEqualTo(Outcome.DONE);
        assertThat(decide(bind("jms", null, true))).isEqualTo(Outcome.NOT_A_CONTEXT);
        assertThat(decide(bind("jms/orders/late", null, false))).isEqualTo(Outcome.NOT_A_CONTEXT);
        assertThat(decide(bind("jms-2", null, false))).isEqualTo(Outcome.DONE);
        assertThat(decide(bind("jms/order", null, false))).isEqualTo(Outcome.DONE);
        assertThat(decide(bind("jm", null, false))).isEqualTo(Outcome.DONE);
    }

    @Test
    void aLeaseGuardsWhatItHasBound() {
        alone();
        Fence second = new Fence("counter", 2);
        assertThat(decide(bind("x", second, false))).isEqualTo(Outcome.DONE);

        assertThat(decide(bind("x", null, true))).isEqualTo(Outcome.GUARDED);
        assertThat(decide(new TreeChange.Unbind("x", null, false))).isEqualTo(Outcome.GUARDED);
        assertThat(decide(bind("x", new Fence("other", 9), true))).isEqualTo(Outcome.GUARDED);
        assertThat(decide(bind("x", new Fence("counter", 1), true))).isEqualTo(Outcome.STALE);
        assertThat(decide(bind("free", new Fence("counter", 1), false))).isEqualTo(Outcome.STALE);
        assertThat(decide(bind("x", second, false))).isEqualTo(Outcome.BOUND);
        assertThat(decide(bind("x", second, true))).isEqualTo(Outcome.DONE);
        assertThat(decide(bind("x", new Fence("counter", 3), false)))
                .as("a later epoch takes over")
                .isEqualTo(Outcome.DONE);
    }

    @Test
    void aLaterEpochRemovesWhatAnEarlierOneHasBound() {
        alone();
        decide(bind("x", new Fence("counter", 1), false));
        decide(bind("y", new Fence("counter", 1), false));
        decide(bind("z", new Fence("other", 1), false));

        decide(bind("x", new Fence("counter", 2), false));
        assertThat(tree.visible()).containsOnlyKeys("x", "z");

        assertThat(decide(bind("y", new Fence("counter", 1), true)))
                .as("what is over binds no more")
                .isEqualTo(Outcome.STALE);
        assertThat(decide(bind("y", new Fence("counter", 2), false))).isEqualTo(Outcome.DONE);
        assertThat(tree.visible()).containsOnlyKeys("x", "y", "z");
    }

    @Test
    void whoMeansItsOwnBindingRemovesNobodyElses() {
        TreeState state = TreeState.empty(A);
        state.apply(B, 1, bind("x", new Fence("counter", 1), false));
        TreeChange own = new TreeChange.Unbind("x", null, true);
        assertThat(state.judge(A, own)).as("nothing would be removed").isEqualTo(Outcome.DONE);
        state.apply(A, 1, own);
        assertThat(state.bindings()).containsOnlyKeys("x");
        assertThat(state.judge(A, new TreeChange.Unbind("x", null, false))).isEqualTo(Outcome.GUARDED);
    }

    @Test
    void atAMergeTheHigherEpochWinsElseTheLowerMember() {
        assertThat(winner(null, null)).isEqualTo(A);
        assertThat(winner(new Fence("l", 1), new Fence("l2", 2))).isEqualTo(B);
        assertThat(winner(null, new Fence("l", 1))).isEqualTo(B);
        assertThat(winner(new Fence("l", 3), new Fence("l2", 3))).isEqualTo(A);
    }

    private static ClusterMember winner(@Nullable Fence ofA, @Nullable Fence ofB) {
        Map<ClusterMember, TreeState> reports = new TreeMap<>();
        reports.put(A, aloneWith(A, ofA));
        reports.put(B, aloneWith(B, ofB));
        return Reconciliation.of(new Term(7, A), reports).bindings().get("x").owner();
    }

    private static TreeState aloneWith(ClusterMember member, @Nullable Fence fence) {
        TreeState state = TreeState.empty(member);
        state.apply(member, 1, bind("x", fence, false));
        return state;
    }

    @Test
    void anEpochThatEndedOnOneSideTakesItsNamesOnTheOther() {
        Map<ClusterMember, TreeState> reports = new TreeMap<>();
        reports.put(A, aloneWith(A, new Fence("l", 1)));
        TreeState later = TreeState.empty(B);
        later.apply(B, 1, bind("y", new Fence("l", 2), false));
        reports.put(B, later);

        TreeState merged = Reconciliation.of(new Term(7, A), reports);

        assertThat(merged.bindings()).containsOnlyKeys("y");
        assertThat(merged.fences()).containsEntry("l", 2L);
    }

    @Test
    void aMemberThatDoesNotHearAsksAgain() {
        alone();
        tree.step(new Event.Entered(new Term(1, B), List.of(B, A)), 0);
        assertThat(tree.whole()).isFalse();
        assertThat(tree.step(new Event.Tick(), NamingTree.RESEND_NANOS - 1)).isEmpty();
        assertThat(tree.step(new Event.Tick(), NamingTree.RESEND_NANOS))
                .singleElement()
                .isInstanceOfSatisfying(Action.Send.class, send -> {
                    assertThat(send.to()).isEqualTo(B);
                    assertThat(send.message()).isInstanceOf(TreeMessage.Report.class);
                });
    }

    @Test
    void aViewThatComesLateIsNotEntered() {
        tree.step(new Event.Entered(new Term(5, A), List.of(A)), 0);
        assertThat(tree.step(new Event.Entered(new Term(4, B), List.of(B, A)), 0))
                .isEmpty();
        assertThat(tree.term()).isEqualTo(new Term(5, A));
    }
}
