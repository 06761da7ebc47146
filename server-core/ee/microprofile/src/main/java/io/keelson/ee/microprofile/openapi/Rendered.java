package io.keelson.ee.microprofile.openapi;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

/**
 * A document in both formats.
 *
 * @param json as JSON
 * @param yaml as YAML
 */
record Rendered(String json, String yaml) {
    byte[] bytes(Format format) {
        return (format == Format.JSON ? json : yaml).getBytes(StandardCharsets.UTF_8);
    }

    JsonObject tree() {
        try (JsonReader reader = Json.createReader(new StringReader(json))) {
            return reader.readObject();
        }
    }
}
