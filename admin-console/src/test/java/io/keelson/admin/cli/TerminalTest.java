package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void aLineIsDrawnOverItselfAndDoesNotGoOnInTheNextOne() {
        assertThat(Terminal.line("half")).isEqualTo("\r\u001b[?7lhalf\u001b[?7h");
    }

    @Test
    void linesAreCutAtTheEdgeOfTheScreenAndGoOnInTheNextOneAfterwards() {
        assertThat(Terminal.screen("a table")).isEqualTo("\u001b[H\u001b[J\u001b[?7la table\u001b[?7h");
    }
}
