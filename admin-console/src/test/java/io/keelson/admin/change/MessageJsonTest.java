package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as they travel. */
class MessageJsonTest {
    private static JsonObject json(String text) {
        return Json.createReader(new StringReader(text)).readObject();
    }

    @Test
    void everyMessageComesBackAsItWas() throws IOException {
        Proposal proposal = new Proposal(7, "id", "name: x\n# \"ü\"\n");
        Message.Telling telling = new Message.Telling("run", 1L << 40, null);
        Message.Telling answer = new Message.Telling("run", 3, "their run");
        for (Message message : List.of(
                new Message.Prepare(proposal),
                new Message.Commit(proposal, telling),
                new Message.Abort("id"),
                new Message.Prepared("id"),
                new Message.Refused("id", "why"),
                new Message.Done("id", telling, new Result.Applied()),
                new Message.Done("id", telling, new Result.RestartNeeded(List.of("a.b", "c"))),
                new Message.Done("id", telling, new Result.NotApplied("why")),
                new Message.Done("id", telling, new Result.NotKept("why")),
                new Message.Commit(proposal, answer),
                new Message.Ask("id", null, "their run"),
                new Message.Ask("id", "other", "their run"))) {
            assertThat(MessageJson.read(json(MessageJson.write(message).toString())))
                    .isEqualTo(message);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"type\":\"other\"}",
                "{\"type\":7}",
                "{\"type\":\"prepare\"}",
                "{\"type\":\"prepare\",\"proposal\":{\"number\":1.5,\"id\":\"a\",\"text\":\"\"}}",
                "{\"type\":\"done\",\"id\":\"a\",\"run\":\"r\",\"telling\":1,\"result\":{\"result\":\"?\"}}"
            })
    void whatIsNoMessageIsRefused(String text) {
        assertThatThrownBy(() -> MessageJson.read(json(text))).isInstanceOf(IOException.class);
    }
}
