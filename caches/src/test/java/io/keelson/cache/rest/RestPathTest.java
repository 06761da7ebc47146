package io.keelson.cache.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache and the key that paths name, and what a client accepts. */
class RestPathTest {
    @ParameterizedTest
    @CsvSource({"/demo/k,demo,k", "/demo/a%2Fb,demo,a/b", "/demo/gr%C3%BC%C3%9Fe,demo,grüße", "/d%65mo/k,demo,k"})
    void namesACacheAndAKey(String path, String cache, String key) {
        RestPath read = RestPath.of(path);

        assertThat(read).isNotNull();
        assertThat(read.cache()).isEqualTo(cache);
        assertThat(new String(read.key(), StandardCharsets.UTF_8)).isEqualTo(key);
    }

    @Test
    void namesACacheOrAll() {
        assertThat(RestPath.of("/demo")).isEqualTo(new RestPath("demo", null));
        assertThat(RestPath.of("/demo/")).isEqualTo(new RestPath("demo", null));
        assertThat(RestPath.of("")).isEqualTo(new RestPath(null, null));
        assertThat(RestPath.of("/")).isEqualTo(new RestPath(null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"//k", "/demo/a/b", "/demo/%", "/demo/%4", "/demo/%zz", "/%/k"})
    void refusesWhatIsMalformed(String path) {
        assertThat(RestPath.of(path)).isNull();
    }

    @Test
    void refusesALongKey() {
        assertThat(RestPath.of("/demo/" + "k".repeat(1_025))).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain|true",
                "text/*|true",
                "*/*|true",
                "application/json, text/plain;q=0.5|true",
                "application/json|false",
                "text/plain;q=0, */*|false",
                "*/*;q=0|false",
                "TEXT/Plain|true"
            })
    void comparesWithWhatAClientAccepts(String accept, boolean accepted) {
        assertThat(Acceptance.accepts(List.of(accept), "text/plain; charset=UTF-8"))
                .isEqualTo(accepted);
    }

    @Test
    void acceptsAllWhereNothingIsSaid() {
        assertThat(Acceptance.accepts(List.of(), "image/png")).isTrue();
    }
}
