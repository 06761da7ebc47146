package io.keelson.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionIdsTest {
    @Test
    void commandsTakeEachForAnArgument() {
        SessionIds ids = new SessionIds(0, VersionMark.NONE);
        for (int i = 0; i < 10_000; i++) {
            assertThat(ids.next()).matches("[A-Za-z0-9_][A-Za-z0-9_-]{42}");
        }
    }
}
