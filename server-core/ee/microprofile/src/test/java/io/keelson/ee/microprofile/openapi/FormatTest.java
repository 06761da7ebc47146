package io.keelson.ee.microprofile.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json|JSON",
                "Application/JSON; charset=utf-8|JSON",
                "application/vnd.oai.openapi+json;version=3.1|JSON",
                "text/html,application/xhtml+xml,*/*;q=0.8|YAML",
                "*/*|YAML",
                "application/json;q=0.5, application/yaml|YAML",
                "application/json, application/yaml;q=0.9|JSON",
                "application/json, */*|JSON",
                "application/json;q=0|YAML",
                "application/json;q=x|YAML",
                "application/vnd.oai.openapi|YAML",
                "text/plain|YAML",
            })
    void theAcceptFieldDecides(String accept, Format format) {
        assertThat(Format.of(null, accept)).hasValue(format);
    }

    @Test
    void theParameterGoesBefore() {
        assertThat(Format.of("json", "application/yaml")).hasValue(Format.JSON);
        assertThat(Format.of("Yaml", "application/json")).hasValue(Format.YAML);
        assertThat(Format.of("", null)).isEmpty();
        assertThat(Format.of(null, null)).hasValue(Format.YAML);
    }
}
