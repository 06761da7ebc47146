package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ElectionsTest {
    private final Elections elections = new Elections();

    private void saw(int second, String server, String leader) {
        elections.add(Instant.ofEpochSecond(second), leader, server);
    }

    @Test
    void whatAllHaveSeenIsOneElection() {
        saw(3, "c", "a");
        saw(1, "a", "a");
        saw(2, "b", "a");
        assertThat(elections.all()).singleElement().satisfies(one -> {
            assertThat(one.when()).isEqualTo(Instant.ofEpochSecond(1));
            assertThat(one.leader()).isEqualTo("a");
            assertThat(one.servers()).isEqualTo(Set.of("a", "b", "c"));
        });
    }

    @Test
    void whoComesLateHearsOfTheLastOne() {
        saw(1, "a", "a");
        saw(1, "b", "a");
        saw(10, "b", "b");
        saw(20, "b", "a");
        saw(21, "a", "a");
        saw(90, "c", "a");
        assertThat(elections.all()).extracting(Elections.Election::leader).containsExactly("a", "b", "a");
        assertThat(elections.all().get(0).servers()).containsExactly("a", "b");
        assertThat(elections.all().get(1).servers()).containsExactly("b");
        assertThat(elections.all().get(2).servers()).containsExactly("a", "b", "c");
    }

    @Test
    void clocksThatDifferDoNotMakeElectionsOfTheirOwn() {
        saw(10, "a", "a");
        saw(11, "a", "b");
        saw(13, "b", "a");
        saw(14, "b", "b");
        assertThat(elections.all()).extracting(Elections.Election::leader).containsExactly("a", "b");
        assertThat(elections.all()).allSatisfy(one -> assertThat(one.servers()).containsExactly("a", "b"));
    }

    @Test
    void whoIsElectedAgainIsElectedTwice() {
        saw(1, "a", "a");
        saw(1, "b", "a");
        saw(5, "a", "a");
        saw(6, "b", "a");
        assertThat(elections.all())
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.servers()).containsExactly("a", "b"));
    }
}
