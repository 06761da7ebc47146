package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import org.junit.jupiter.api.Test;

class LogCommandTest {
    private static JsonObjectBuilder record(String message) {
        return Json.createObjectBuilder()
                .add("number", 7)
                .add("timestamp", "2026-11-28T04:00:00.000Z")
                .add("severity", "WARN")
                .add("logger", "io.keelson")
                .add("thread", "main")
                .add("message", message);
    }

    @Test
    void aRecordIsALineWithItsIdOnce() {
        assertThat(LogCommand.line(record("hello").add("id", "KLS-000001").build()))
                .isEqualTo("2026-11-28T04:00:00.000Z WARN  KLS-000001: hello");
        assertThat(LogCommand.line(
                        record("KLS-000001: hello").add("id", "KLS-000001").build()))
                .isEqualTo("2026-11-28T04:00:00.000Z WARN  KLS-000001: hello");
        assertThat(LogCommand.line(record("hello").build())).endsWith("WARN  hello");
    }

    @Test
    void theStackFollowsAndNothingSteersTheTerminal() {
        JsonObject exception = Json.createObjectBuilder()
                .add("type", "x.Y")
                .add("message", "m")
                .add("stack-trace", "x.Y: m\n\tat x.Z\n")
                .build();
        assertThat(LogCommand.line(
                        record("a\u001b[2Jb").add("exception", exception).build()))
                .isEqualTo("2026-11-28T04:00:00.000Z WARN  a.[2Jb\nx.Y: m\n    at x.Z");
    }
}
