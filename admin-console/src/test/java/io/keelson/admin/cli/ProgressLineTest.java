package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {
    private final StringWriter terminal = new StringWriter();
    private long now;

    private ProgressLine line() {
        return new ProgressLine(new PrintWriter(terminal), () -> {}, new Ticker() {
            @Override
            public long nanoTime() {
                return now;
            }

            @Override
            public long currentTimeMillis() {
                return now / 1_000_000;
            }
        });
    }

    @Test
    void showsNothingOfWhatIsSoonDone() {
        try (ProgressLine line = line()) {
            now = 999_000_000;
            line.turn(() -> new ProgressLine.Step("Sending", 0.5));
        }
        assertThat(terminal.toString()).isEmpty();
    }

    @Test
    void drawsABarOverItselfAndTakesItAway() {
        try (ProgressLine line = line()) {
            now = 1_000_000_000;
            line.turn(() -> new ProgressLine.Step("Sending shop", 0.5));
            assertThat(terminal.toString())
                    .isEqualTo(Terminal.line("[###############---------------] 50 %  Sending shop"));
            terminal.getBuffer().setLength(0);
            now = 61_500_000_000L;
            line.turn(() -> new ProgressLine.Step("Working", -1));
            assertThat(terminal.toString()).isEqualTo(Terminal.line("Working, 61 s" + " ".repeat(38)));
            line.turn(() -> {
                throw new CommandException(1, "away");
            });
            terminal.getBuffer().setLength(0);
        }
        assertThat(terminal.toString()).isEqualTo(Terminal.line(" ".repeat(13)) + "\r");
    }
}
