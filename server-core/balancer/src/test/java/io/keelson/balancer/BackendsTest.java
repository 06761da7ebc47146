package io.keelson.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.http.OutgoingLoop.Destination;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BackendsTest {
    private final Backend first = backend("first", "1");
    private final Backend second = backend("second", "2");
    private final Backend third = backend("third", "3");
    private final Backends turns = new Backends(List.of(first, second, third), BalancingMethod.ROUND_ROBIN);

    private static Backend backend(String name, String route) {
        Backend backend = new Backend(
                name, new Destination(InetSocketAddress.createUnresolved("localhost", 7001), "localhost", null));
        backend.route(route);
        backend.answered(true);
        return backend;
    }

    private List<Backend> chosen(Backends from, int times) {
        List<Backend> chosen = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            chosen.add(from.choose(List.of(), Set.of()));
        }
        return chosen;
    }

    @Test
    void takesTurns() {
        assertThat(chosen(turns, 4)).containsExactly(first, second, third, first);
    }

    @Test
    void othersTakeTurnsFromNowOn() {
        Backend fourth = backend("fourth", "4");
        turns.become(List.of(second, fourth));

        assertThat(chosen(turns, 4)).containsOnly(second, fourth);
        assertThat(turns.choose(List.of("1", "4"), Set.of())).isEqualTo(fourth);
        assertThat(turns.state()).extracting(BalancedServer::name).containsExactly("second", "fourth");
    }

    @Test
    void takesOneThatDoubtsOnlyWhereThereIsNobodyElse() {
        assertThat(second.doubts()).isTrue();
        assertThat(second.doubts()).as("no news").isFalse();
        assertThat(chosen(turns, 4)).doesNotContain(second);
        assertThat(turns.choose(List.of("2", "3"), Set.of()))
                .as("who has the copy")
                .isEqualTo(third);
        first.doubts();
        third.lost();
        assertThat(turns.choose(List.of("2", "3"), Set.of())).isEqualTo(second);
        assertThat(turns.choose(List.of("2"), Set.of(second))).isEqualTo(first);
        assertThat(chosen(turns, 4)).contains(first, second);
        first.answered(true);
        assertThat(turns.choose(List.of("2", "3"), Set.of())).isEqualTo(first);
    }

    @Test
    void takesTheLeastBusy() {
        Backends least = new Backends(List.of(first, second, third), BalancingMethod.LEAST_CONNECTIONS);
        first.begins();
        third.begins();
        assertThat(chosen(least, 2)).containsOnly(second);
        second.begins();
        second.begins();
        assertThat(chosen(least, 4)).containsOnly(first, third);
    }

    @Test
    void staysWithTheSessionsServers() {
        assertThat(turns.choose(List.of("3", "1"), Set.of())).isEqualTo(third);
        third.lost();
        assertThat(turns.choose(List.of("3", "1"), Set.of())).isEqualTo(first);
        assertThat(turns.choose(List.of("3", "1"), Set.of(first))).isEqualTo(second);
        assertThat(turns.choose(List.of("99"), Set.of()))
                .as("a number of nobody")
                .isNotNull();
    }

    @Test
    void givesNothingNewToAServerThatIsNotReadyButItsSessions() {
        second.answered(false);
        assertThat(chosen(turns, 6)).containsOnly(first, third);
        assertThat(turns.choose(List.of("2"), Set.of())).isEqualTo(second);
        second.refused();
        assertThat(turns.choose(List.of("2"), Set.of())).isNotEqualTo(second);
        second.answered(false);
        assertThat(turns.choose(List.of("2"), Set.of()))
                .as("it would refuse again")
                .isNotEqualTo(second);
        second.answered(true);
        assertThat(turns.choose(List.of("2"), Set.of())).isEqualTo(second);
    }

    @Test
    void hasNobody() {
        turns.all().forEach(Backend::lost);
        assertThat(turns.choose(List.of("2"), Set.of())).isNull();
    }

    @Test
    void triesOneThatWasNeverAskedWhereNobodyIsReady() {
        Backend unknown = new Backend("new", first.destination());
        Backends one = new Backends(List.of(first, unknown), BalancingMethod.ROUND_ROBIN);
        assertThat(chosen(one, 2)).containsOnly(first);
        first.lost();
        assertThat(chosen(one, 2)).containsOnly(unknown);
    }

    @Test
    void hasAServerLookedAtWhenSomebodySuspectsIt() {
        List<String> looked = new ArrayList<>();
        first.onSuspicion(() -> looked.add(first.condition().name()));
        first.broke();
        first.refused();
        first.unreachable();
        assertThat(looked).containsExactly("READY", "REFUSING", "DOWN");
        assertThat(first.lost()).as("no news").isFalse();
    }
}
