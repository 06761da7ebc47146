package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowsTest {
    @Test
    void aPipelineIsBoundedInBytes() {
        PipelineWindow window = new PipelineWindow();
        assertThat(window.messages(300)).as("no size is known").isEqualTo(10);
        assertThat(window.messages(1)).isEqualTo(1);
        window.seen(1_200);
        assertThat(window.messages(300)).isEqualTo(300);
        window.seen(1 << 20);
        assertThat(window.messages(300)).isEqualTo(8);
        window.seen(30 << 20);
        assertThat(window.messages(300)).as("one always goes").isEqualTo(1);
        for (int i = 0; i < 200; i++) {
            window.seen(1_200);
        }
        assertThat(window.messages(300)).as("a large one is forgotten").isEqualTo(300);
    }

    @Test
    void oneWaySendsAreBoundedInMessagesAndBytes() {
        OneWayWindow window = new OneWayWindow();
        assertThat(window.goesOn(100, 3)).isTrue();
        assertThat(window.goesOn(100, 3)).isTrue();
        assertThat(window.goesOn(100, 3)).isFalse();
        assertThat(window.goesOn(100, 3)).as("nobody has answered").isFalse();
        window.answered();
        assertThat(window.goesOn(OneWayWindow.BYTES / 2, 300)).isTrue();
        assertThat(window.goesOn(OneWayWindow.BYTES / 2, 300)).isFalse();
        window.answered();
        assertThat(window.goesOn(3 * OneWayWindow.BYTES, 300)).isFalse();
        window.answered();
        assertThat(window.goesOn(100, 1)).as("a window of one is no window").isFalse();
    }
}
