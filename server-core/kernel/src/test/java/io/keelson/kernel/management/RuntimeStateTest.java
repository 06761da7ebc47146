package io.keelson.kernel.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RuntimeStateTest {
    private final RuntimeState state = new RuntimeState();

    /** As a room shows it. */
    public record Shown(int number) {}

    /** One that management could not read. */
    private record Hidden(int number) {}

    @Test
    void showsWhatARoomHasAdded() {
        state.add("fountains", Shown.class, () -> List.of(new Shown(3)));
        assertThat(state.names()).containsExactly("fountains");
        assertThat(state.of("fountains")).contains(List.of(new Shown(3)));
        assertThat(state.type("fountains")).contains(Shown.class);
        assertThatThrownBy(() -> state.add("fountains", Shown.class, List::of))
                .isInstanceOf(IllegalStateException.class);
    }

    /** Else each look at all of the state would fail, and say so only then. */
    @Test
    void refusesARecordThatManagementCannotRead() {
        assertThatThrownBy(() -> state.add("hidden", Hidden.class, () -> List.of(new Hidden(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RuntimeStateTest$Hidden")
                .hasMessageContaining("is not public");
        assertThat(state.names()).isEmpty();
    }
}
