package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JmsRoutesTest {
    private static final DestinationName ORDERS = DestinationName.queue("orders");
    private static final DestinationName NEWS = DestinationName.topic("news");
    private static final Set<String> ALL = new TreeSet<>(Set.of("one", "two", "three"));

    private final Members members = new Members();
    private final Domain domain = new Domain();

    private JmsRoutes from(String home) {
        return new JmsRoutes(members, () -> domain, home, false);
    }

    private JmsRoutes roamingAt(String home) {
        return new JmsRoutes(members, () -> domain, home, true);
    }

    @Test
    void aDestinationIsAtHomeWhereHomeHasIt() {
        domain.servers = new TreeSet<>(Set.of("one", "two"));
        assertThat(from("two").serverOf(ORDERS)).isEmpty();
        assertThat(from("three").serverOf(ORDERS)).isEqualTo("one");
    }

    @Test
    void aDestinationThatTheDomainDoesNotKnowIsAtHome() {
        domain.servers = null;
        assertThat(from("two").serverOf(ORDERS)).isEmpty();
        assertThat(new JmsRoutes(members, () -> null, "two", true).serverOf(ORDERS))
                .isEmpty();
    }

    @Test
    void aTemporaryDestinationNamesItsServer() {
        DestinationName ofTwo = DestinationName.queue(DestinationName.TEMPORARY + "two.17");
        assertThat(from("one").serverOf(ofTwo)).isEqualTo("two");
        assertThat(from("two").serverOf(ofTwo)).isEmpty();
    }

    @Test
    void allServersPlaceAUnitAlike() throws Exception {
        domain.units = ALL;
        Set<String> used = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            String place = JmsRoutes.placeOf(ALL, null, "unit" + i);
            used.add(place);
            for (String home : ALL) {
                assertThat(from(home).serverOfUnit(ORDERS, "unit" + i)).isEqualTo(place.equals(home) ? "" : place);
            }
        }
        assertThat(used).isEqualTo(ALL);
    }

    @Test
    void noUnitIsPlacedBeforeTheClusterIsKnown() {
        domain.units = ALL;
        members.known = false;
        assertThatThrownBy(() -> from("one").serverOfUnit(ORDERS, "a"))
                .isInstanceOf(JmsFailure.class)
                .hasMessageContaining("the cluster is not formed yet");
    }

    @Test
    void aSubscriptionOfARoamingClientHasOnePlace() {
        domain.servers = ALL;
        String place = JmsRoutes.placeOf(ALL, "client", "sub");
        for (String home : ALL) {
            assertThat(roamingAt(home).serverOf(NEWS, "client", "sub")).isEqualTo(place.equals(home) ? "" : place);
            assertThat(roamingAt(home).serversOf("client", "sub"))
                    .isEqualTo(place.equals(home) ? List.of() : List.of(place));
            assertThat(from(home).serverOf(NEWS, "client", "sub")).isEmpty();
            assertThat(from(home).serversOf("client", "sub")).isEmpty();
        }
    }

    @Test
    void aServerPreparesOnlyWhatItsRecoveryLooksFor() throws Exception {
        assertThat(from("one").mayPrepare("two")).isTrue();
        assertThat(members.branches).containsExactly("two");
        members.full = true;
        assertThatThrownBy(() -> from("one").mayPrepare("three")).hasMessageContaining("no space");
        assertThat(roamingAt("one").mayPrepare("three")).isTrue();
        assertThat(roamingAt("one").branchServers()).containsExactly("three", "two");
        assertThat(from("one").branchServers()).isEmpty();
    }

    private static final class Members implements JmsRoutes.Cluster {
        final Set<String> branches = new TreeSet<>();
        boolean known = true;
        boolean full;

        @Override
        public Set<String> roster() {
            return ALL;
        }

        @Override
        public boolean knowsRoster() {
            return known;
        }

        @Override
        public boolean isReachable(String server) {
            return true;
        }

        @Override
        public void hasBranchesAt(String server) throws IOException {
            if (full) {
                throw new IOException("no space");
            }
            branches.add(server);
        }

        @Override
        public Link open(String server, Link.Handler handler) {
            throw new UnsupportedOperationException(server);
        }
    }

    private static final class Domain implements JmsServers.Placement {
        @Nullable
        Set<String> servers = Set.of();

        Set<String> units = Set.of();

        @Override
        public @Nullable Set<String> serversOf(DestinationName destination, Set<String> roster) {
            return servers;
        }

        @Override
        public Set<String> unitServers(DestinationName queue, Set<String> roster) {
            return units;
        }

        @Override
        public boolean holdsUnits(DestinationName queue) {
            return true;
        }

        @Override
        public Map<DestinationName, DestinationRules> on(String server) {
            return Map.of();
        }

        @Override
        public List<DestinationName> distributed(Set<String> roster) {
            return List.of();
        }

        @Override
        public List<DestinationName> distributedTopics(Set<String> roster) {
            return List.of(NEWS);
        }

        @Override
        public boolean replicates(DestinationName topic) {
            return false;
        }
    }
}
