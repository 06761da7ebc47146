package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cluster.io.ProcessTable;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.View;
import org.junit.jupiter.api.Test;

class PartsTest {
    private final Address first = run("first");
    private final Address again = run("first");
    private final Address second = run("second");
    private final Address third = run("third");

    private static Address run(String server) {
        return Addresses.next(server, ProcessTable.ofThisMachine().self());
    }

    private static View view(long id, Address... members) {
        return View.create(members[0], id, members);
    }

    private static ClusterMember member(Address address) {
        return Addresses.member(address).orElseThrow();
    }

    @Test
    void partsWithoutTwinsStayAsTheyAre() {
        Map<Address, View> found = Map.of(first, view(4, first, second), third, view(3, third));

        Parts parts = Parts.of(found, found.get(first));

        assertThat(parts.together()).isEqualTo(found);
        assertThat(parts.twins()).isEmpty();
        assertThat(parts.outdated()).isEmpty();
    }

    @Test
    void aRunThatACommonMemberHasSeenReplacedKeepsNobodyAway() {
        Map<Address, View> found = Map.of(second, view(5, second, again), third, view(3, first, second, third));

        for (View own : found.values()) {
            Parts parts = Parts.of(found, own);

            assertThat(parts.outdated()).containsExactly(member(first));
            assertThat(parts.twins()).isEmpty();
            assertThat(parts.together()).containsOnlyKeys(second, third);
            assertThat(parts.together().get(third).getMembers()).containsExactly(second, third);
            // Nobody asks the run that is outdated: it may be there, and would come back.
            assertThat(parts.together().get(third).getCreator()).isEqualTo(third);
            assertThat(parts.together().get(third).getViewId().getId()).isEqualTo(3);
        }
    }

    @Test
    void aViewThatAnotherMadeKeepsItsMaker() {
        Map<Address, View> found = Map.of(second, view(5, second, again), third, view(3, second, first, third));

        assertThat(Parts.of(found, null).together().get(third).getCreator()).isEqualTo(second);
    }

    /** A run that has only been taken for gone: it is there, and says so. */
    @Test
    void aRunThatReportsItselfStaysOutside() {
        Map<Address, View> found = new HashMap<>();
        found.put(second, view(6, second, again, third));
        found.put(first, view(3, first, second, third));

        Parts parts = Parts.of(found, found.get(first));

        assertThat(parts.together()).containsOnlyKeys(second);
        assertThat(parts.twins()).containsExactly(member(first));
    }

    @Test
    void twoRunsOfWhichNoMemberKnowsBothStayApart() {
        Map<Address, View> found = Map.of(again, view(9, again), second, view(3, first, second, third));

        Parts ofSecond = Parts.of(found, found.get(second));
        Parts ofAgain = Parts.of(found, found.get(again));

        assertThat(ofSecond.together()).containsOnlyKeys(second);
        assertThat(ofSecond.twins()).isEqualTo(List.of(member(again)));
        assertThat(ofAgain.together()).containsOnlyKeys(again);
        assertThat(ofAgain.twins()).isEqualTo(List.of(member(first)));
    }

    @Test
    void theLaterViewDecides() {
        Map<Address, View> found = Map.of(second, view(3, second, again), third, view(5, first, second, third));

        Parts parts = Parts.of(found, found.get(third));

        assertThat(parts.outdated()).containsExactly(member(again));
        assertThat(parts.together().get(second).getMembers()).containsExactly(second);
    }
}
