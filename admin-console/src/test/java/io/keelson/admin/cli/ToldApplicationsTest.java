package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications of a server as commands tell of them. */
class ToldApplicationsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'context-root': '/a', 'state': 'RUNNING' | Application shop is RUNNING, at /a.",
                "'context-root': null, 'state': 'RUNNING', 'clients': ['till']"
                        + " | Application shop is RUNNING, with the application client till.",
                "'context-root': '/a', 'version': '2', 'state': 'RUNNING', 'clients': ['till', 'desk']"
                        + " | Application shop 2 is RUNNING, at /a, with the application clients till, desk.",
                "'context-root': '/a', 'state': 'RUNNING', 'out-of-service': ['servlet till failed']"
                        + " | #Application shop is RUNNING, at /a.\n  out of service: servlet till failed#",
                "'context-root': null, 'state': 'FAILED', 'failure': 'no bean' | Application shop is FAILED: no bean"
            },
            quoteCharacter = '#')
    void anApplicationIsToldInASentence(String members, String expected) {
        String text = "{\"name\": \"shop\", " + members.replace('\'', '"') + "}";
        JsonObject application = Json.createReader(new StringReader(text)).readObject();

        assertThat(Applications.told(application)).isEqualTo(expected);
    }
}
