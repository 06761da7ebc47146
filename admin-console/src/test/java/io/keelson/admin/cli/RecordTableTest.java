package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordTableTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null | -",
                "5 | 5",
                "\"a\\u001bb\" | a.b",
                "{\"2xx\":3,\"4xx\":0,\"5xx\":1} | 2xx: 3, 5xx: 1",
                "{\"bounds\":[0.5],\"counts\":[2,1],\"sum\":1.25} | 3, in all 1.25",
                "[] | -",
                "[\"server-1\",\"b\\u001bc\"] | server-1, b.c",
                "{\"a\":\"b\",\"c\":0} | {\"a\":\"b\",\"c\":0}",
            })
    void whatStandsInACellCanBeRead(String json, String shown) {
        JsonValue value = Json.createReader(new StringReader(json)).readValue();
        assertThat(RecordTable.shown(value)).isEqualTo(shown);
    }

    @Test
    void whereAServerHasNothingTheOthersAreNamed() {
        assertThat(RecordTable.hasNothing(
                        Json.createReader(new StringReader("{\"beans\":[]}")).readObject()))
                .isTrue();
        assertThat(RecordTable.hasNothing(Json.createReader(new StringReader("{\"a\":[],\"b\":[{}]}"))
                        .readObject()))
                .isFalse();
        assertThat(RecordTable.hasNothing(Json.createReader(new StringReader("{\"queue\":\"a\",\"m\":[]}"))
                        .readObject()))
                .isFalse();
        assertThat(RecordTable.others("admin", List.of("admin", "s1", "s2")))
                .isEqualTo("The server admin was asked; --server asks another one: s1, s2.");
        assertThat(RecordTable.others("admin", List.of("admin"))).isEmpty();
    }

    @Test
    void buttonsOfTheConsoleAreNoColumnAndEmptyListsAreSaid() {
        List<String> lines = new ArrayList<>();
        RecordTable.print(
                Json.createReader(new StringReader(
                                "{\"timers\":[{\"name\":\"a\",\"actions\":[\"cancel\"]}],\"in-doubt\":[]}"))
                        .readObject(),
                lines::add);
        RecordTable.print(Json.createReader(new StringReader("{\"jobs\":[]}")).readObject(), lines::add);

        assertThat(lines).containsExactly("name", "a", "in-doubt: none", "No jobs.");
    }
}
