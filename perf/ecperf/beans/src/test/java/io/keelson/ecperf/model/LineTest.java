package io.keelson.ecperf.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineTest {
    @Test
    void linesAreSortedByPartAndThoseOfOnePartAreOne() {
        assertThat(Line.inOrder(Line.parse("7:1,3:10,7:2"))).containsExactly(new Line(3, 10), new Line(7, 3));
    }

    @Test
    void anOrderHasLinesButNotMoreThanItsKeysHaveRoomFor() {
        assertThatThrownBy(() -> Line.inOrder(List.of())).isInstanceOf(IllegalArgumentException.class);
        List<Line> many =
                IntStream.rangeClosed(1, 99).mapToObj(i -> new Line(i, 1)).toList();
        assertThatThrownBy(() -> Line.inOrder(many)).hasMessageContaining("99 lines");
        assertThat(Line.inOrder(many.subList(0, 98))).hasSize(98);
    }

    @Test
    void quantitiesAreAtLeastOneAlsoAsASum() {
        assertThatThrownBy(() -> new Line(1, 0)).hasMessageContaining("the part 1 is 0");
        assertThatThrownBy(() -> Line.inOrder(List.of(new Line(1, 1_000_000), new Line(1, 1))))
                .hasMessageContaining("1000001");
    }

    @Test
    void whatIsNoLineIsRefused() {
        assertThatThrownBy(() -> Line.parse("")).hasMessageContaining("'' is no line");
        assertThatThrownBy(() -> Line.parse("1:2:3")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Line.parse("a:2")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Line.parse("1:2,")).isInstanceOf(IllegalArgumentException.class);
    }
}
