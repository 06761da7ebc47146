package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema says what the reader says, where a schema can say it. */
class JsonSchemaTest {
    private static final Map<?, ?> SCHEMA = schema();

    @Test
    void theSameModelGivesTheSameText() {
        assertThat(JsonSchema.of(Example.MODEL))
                .isEqualTo(JsonSchema.of(Example.MODEL))
                .endsWith("}\n");
    }

    @Test
    void aSettingHasItsHelpItsDefaultAndItsBounds() {
        Map<?, ?> server = (Map<?, ?>) ((Map<?, ?>) property(SCHEMA, "servers")).get("additionalProperties");

        assertThat(property(server, "listen-port"))
                .isEqualTo(Map.of(
                        "type", new Plain.Text("integer"),
                        "minimum", new Plain.Other("1"),
                        "maximum", new Plain.Other("65535"),
                        "description", new Plain.Text("The port."),
                        "default", new Plain.Other("7001")));
        assertThat(property(server, "idle-timeout").toString())
                .contains("Range: from 1s to 1h.")
                .contains("default=Text[text=30s]");
        assertThat(property(server, "work-manager").toString()).contains("One of the names in work-managers.");
        assertThat(property(server, "password").toString()).contains("writeOnly=Other[text=true]");
        assertThat(property(server, "protocols").toString()).contains("[Text[text=http], Text[text=keelson]]");
        assertThat(server.get("description")).isEqualTo(new Plain.Text("A server: one JVM."));
    }

    @Test
    void aPatternThatOnlyJavaReadsIsLeftOut() {
        assertThat(JsonSchema.of(Model.of(JavaPatterns.class)))
                .contains("\"^(?:[a-z]{1,3}(?:x|y)?)$\"")
                .doesNotContain("&&")
                .doesNotContain("Alpha")
                .doesNotContain("++");
    }

    @Section("patterns")
    record JavaPatterns(
            @Setting(help = "x", required = true, pattern = "[a-z]{1,3}(?:x|y)?")
            String portable,

            @Setting(help = "x", required = true, pattern = "[a-z&&[^b]]+")
            String intersection,

            @Setting(help = "x", required = true, pattern = "\\p{Alpha}+")
            String posix,

            @Setting(help = "x", required = true, pattern = "[a-z]++x")
            String possessive) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "listen-port: 80",
                "listen-port: 0",
                "listen-port: 70000",
                "listen-port: x",
                "listen-port: '80'",
                "listen-port: [1]",
                "listen-port: ~",
                "native-io-enabled: true",
                "native-io-enabled: yes",
                "idle-timeout: 30s",
                "idle-timeout: PT5M",
                "idle-timeout: 30",
                "idle-timeout: 5 m",
                "buffer-size: 1MiB",
                "buffer-size: 4096",
                "buffer-size: 10MB",
                "balance: least-loaded",
                "balance: LEAST_LOADED",
                "protocols: [a, b]",
                "protocols: []",
                "protocols: ~",
                "protocols: a",
                "protocols: [A]",
                "password: abcdefgh",
                "password: short",
                "labels: {a: b}",
                "labels: {a: [b]}",
                "labels: {-a: b}",
                "labels:",
                "share: 0.25",
                "share: 1",
                "share: 2",
                "count: 9000000000",
                "count: 1.5",
                "tls: {}",
                "tls: ~",
                "tls: {key-store: a}",
                "tls: {key-store: ''}",
                "tls: {key-stor: a}",
                "headers: {count: 5}",
                "headers: {}",
                "headers: 5",
                "hosts: {a: {key-store: x}}",
                "hosts: {a: {}}",
                "log: {file: x}",
                "log: {fil: x}",
                "channels: {a: {port: 1}}",
                "channels: {a: }",
                "unknown: 1"
            })
    void readerAndSchemaAgree(String line) throws Exception {
        String text = "servers:\n  AdminServer:\n    " + line + "\n";

        List<String> violations = new ArrayList<>();
        validate(SCHEMA, Plain.of(Example.file(text).root()), "", violations);

        assertThat(violations.isEmpty())
                .as("%s / %s", Example.problems(text), violations)
                .isEqualTo(Example.problems(text).isEmpty());
    }

    private static Object property(Map<?, ?> schema, String name) {
        return ((Map<?, ?>) schema.get("properties")).get(name);
    }

    /** JSON is YAML. */
    private static Map<?, ?> schema() {
        List<Problem> problems = new ArrayList<>();
        YamlNode root = YamlReader.read("schema.json", JsonSchema.of(Example.MODEL), problems);
        assertThat(problems).isEmpty();
        return (Map<?, ?>) Plain.of(root);
    }

    /** As much of a validator as the generated schema needs. */
    private static void validate(Map<?, ?> schema, Object value, String path, List<String> violations) {
        assertThat(List.of(
                        "$schema",
                        "title",
                        "type",
                        "description",
                        "properties",
                        "required",
                        "additionalProperties",
                        "propertyNames",
                        "items",
                        "enum",
                        "pattern",
                        "minimum",
                        "maximum",
                        "minLength",
                        "default",
                        "writeOnly"))
                .containsAll(schema.keySet().stream().map(String::valueOf).toList());
        if (schema.get("type") != null && types(schema.get("type")).stream().noneMatch(type -> is(type, value))) {
            violations.add(path + ": not " + schema.get("type"));
        } else if (schema.get("enum") instanceof List<?> values && !values.contains(value)) {
            violations.add(path + ": not in " + values);
        } else if (value instanceof Plain.Text text) {
            if (schema.get("pattern") instanceof Plain.Text pattern
                    && !text.text().matches(pattern.text())) {
                violations.add(path + ": does not match " + pattern);
            }
            if (schema.containsKey("minLength") && text.text().isEmpty()) {
                violations.add(path + ": too short");
            }
        } else if (value instanceof Plain.Other number && !is("boolean", value)) {
            range(schema, new BigDecimal(number.text()), path, violations);
        } else if (value instanceof List<?> items) {
            items.forEach(item -> validate((Map<?, ?>) schema.get("items"), item, path + "[]", violations));
        } else if (value instanceof Map<?, ?> map) {
            object(schema, map, path, violations);
        }
    }

    private static void object(Map<?, ?> schema, Map<?, ?> map, String path, List<String> violations) {
        Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> p ? p : Map.of();
        map.forEach((key, value) -> {
            String here = path + '.' + key;
            if (properties.get(key) instanceof Map<?, ?> property) {
                validate(property, value, here, violations);
            } else if (schema.get("additionalProperties") instanceof Map<?, ?> each) {
                Map<?, ?> names = (Map<?, ?>) schema.get("propertyNames");
                validate(names, new Plain.Text(key.toString()), here, violations);
                validate(each, value, here, violations);
            } else {
                violations.add(here + ": unknown");
            }
        });
        if (schema.get("required") instanceof List<?> required) {
            for (Object key : required) {
                if (!map.containsKey(((Plain.Text) key).text())) {
                    violations.add(path + ": missing " + key);
                }
            }
        }
    }

    private static void range(Map<?, ?> schema, BigDecimal number, String path, List<String> violations) {
        if (schema.get("minimum") instanceof Plain.Other min && number.compareTo(new BigDecimal(min.text())) < 0
                || schema.get("maximum") instanceof Plain.Other max
                        && number.compareTo(new BigDecimal(max.text())) > 0) {
            violations.add(path + ": out of range");
        }
    }

    private static List<String> types(Object type) {
        return type instanceof List<?> list
                ? list.stream().map(t -> ((Plain.Text) t).text()).toList()
                : List.of(((Plain.Text) type).text());
    }

    private static boolean is(String type, Object value) {
        boolean other = value instanceof Plain.Other;
        String text = other ? ((Plain.Other) value).text() : "";
        boolean bool = other && (YamlText.isTrue(text) || YamlText.isFalse(text));
        return switch (type) {
            case "null" -> value == null;
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof Plain.Text;
            case "boolean" -> bool;
            case "integer" ->
                other && !bool && YamlText.WHOLE_NUMBER.matcher(text).matches();
            case "number" -> other && !bool;
            default -> throw new AssertionError(type);
        };
    }
}
