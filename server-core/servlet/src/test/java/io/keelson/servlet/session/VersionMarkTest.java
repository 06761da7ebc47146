package io.keelson.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class VersionMarkTest {
    @Test
    void eachVersionHasAMarkThatNeedsNoEncodingAndDoesNotTellIt() {
        Set<String> marks = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            VersionMark mark = VersionMark.of("release-" + i);
            assertThat(mark.text()).matches("~[A-Za-z0-9_-]{6}");
            marks.add(mark.text());
        }
        assertThat(marks).hasSize(1_000);
        // Servers of other builds make the same: a session outlives them.
        assertThat(VersionMark.of("2").text()).isEqualTo("~1HNeOi");
    }

    @Test
    void isOnTheIdsOfItsVersionAlone() {
        VersionMark second = VersionMark.of("2");
        String id = new SessionIds(0, second).next();
        assertThat(id).hasSize(SessionIds.LEAST_LENGTH + 7);
        assertThat(second.isOn(id)).isTrue();
        assertThat(VersionMark.of("1").isOn(id)).isFalse();
        assertThat(VersionMark.NONE.isOn(id)).isFalse();
        assertThat(second.isOn(new SessionIds(0, VersionMark.NONE).next())).isFalse();
        assertThat(VersionMark.of(null)).isEqualTo(VersionMark.NONE);
    }
}
