package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Router;
import io.keelson.base.log.Severity;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogResourceTest {
    private final RecentLog log = new RecentLog();
    private final Router router = new Router("/management/v1", new LogResource(log, "server-1").routes());

    private void write(Severity severity, String message) {
        log.logged(severity, 100, () -> "{\"severity\":\"" + severity + "\",\"message\":\"" + message + "\"}\n");
    }

    private JsonObject get(String query) throws Exception {
        Answer answer = router.answer(
                new FakeExchange("GET", "/management/v1/server/log" + query), Caller.MANAGEMENT, Router.Around.NOTHING);
        try (JsonReader reader = Answer.JSON.createReader(new ByteArrayInputStream(answer.body()))) {
            return reader.readObject();
        }
    }

    private List<String> messages(String query) throws Exception {
        return get(query).getJsonArray("records").getValuesAs(JsonObject.class).stream()
                .map(record -> record.getInt("number") + " " + record.getString("message"))
                .toList();
    }

    @Test
    void keepsNoMoreThanTheHeapCanBear() throws Exception {
        int half = (int) (RecentLog.HEAVIEST / 2);
        for (int i = 1; i <= 5; i++) {
            String json = "{\"message\":\"heavy " + i + "\"}";
            log.logged(Severity.ERROR, half, () -> json);
        }
        assertThat(messages("")).containsExactly("4 heavy 4", "5 heavy 5");
        write(Severity.INFO, "light");
        assertThat(messages("")).containsExactly("5 heavy 5", "6 light");
    }

    @Test
    void tellsWhatIsNewSinceANumber() throws Exception {
        assertThat(get("").getInt("last")).isZero();
        write(Severity.INFO, "one");
        write(Severity.WARN, "two");
        assertThat(messages("")).containsExactly("1 one", "2 two");
        assertThat(get("").getString("server")).isEqualTo("server-1");
        assertThat(messages("?after=1")).containsExactly("2 two");
        assertThat(messages("?after=2")).isEmpty();
        assertThat(messages("?after=77")).as("a number of an earlier run").containsExactly("1 one", "2 two");
        assertThat(get("?after=1").getInt("last")).isEqualTo(2);
    }

    @Test
    void findsBySeverityAndText() throws Exception {
        write(Severity.DEBUG, "a small thing");
        write(Severity.ERROR, "a Large thing");
        write(Severity.FATAL, "the end");
        assertThat(messages("?severity=ERROR")).containsExactly("2 a Large thing", "3 the end");
        assertThat(messages("?find=large")).containsExactly("2 a Large thing");
        assertThat(messages("?limit=1")).as("the newest").containsExactly("3 the end");
        assertThatThrownBy(() -> get("?severity=LOUD"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("one of TRACE");
        assertThatThrownBy(() -> get("?after=x")).isInstanceOf(Problem.class).hasMessageContaining("'after'");
    }

    @Test
    void keepsTheLastThousand() throws Exception {
        for (int i = 1; i <= RecentLog.KEPT + 5; i++) {
            write(Severity.INFO, "m");
        }
        assertThat(messages("?limit=5000")).hasSize(RecentLog.KEPT).first().isEqualTo("6 m");
    }
}
