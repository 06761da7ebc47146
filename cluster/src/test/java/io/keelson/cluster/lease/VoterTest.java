package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VoterTest {
    @Test
    void votersAreOddAndAtMostFive() {
        assertThat(Voter.initial(List.of("a"))).containsExactly("a");
        assertThat(Voter.initial(List.of("a", "b"))).containsExactly("a");
        assertThat(Voter.initial(List.of("a", "b", "c"))).containsExactly("a", "b", "c");
        assertThat(Voter.initial(List.of("a", "b", "c", "d"))).hasSize(3);
        assertThat(Voter.initial(List.of("a", "b", "c", "d", "e"))).hasSize(5);
        assertThat(Voter.initial(List.of("a", "b", "c", "d", "e", "f", "g"))).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void anIdSaysWhoseItIs() {
        assertThat(Voter.server(Voter.first("server-1"))).isEqualTo("server-1");
        assertThat(Voter.server(Voter.later("a~b", -1))).isEqualTo("a~b");
    }
}
