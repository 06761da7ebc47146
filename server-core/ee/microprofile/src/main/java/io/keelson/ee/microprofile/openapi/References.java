package io.keelson.ee.microprofile.openapi;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * New names within the document of a module, and the document's references as they read then. Examples, defaults and extensions are data
 * and stay as they are. Confined to a thread.
 */
final class References {
    private static final String TO_COMPONENT = "#/components/";
    private static final String TO_PATH = "#/paths/~1";
    private static final String SCHEMES = "securitySchemes";

    /** Members whose values are data. */
    private static final Set<String> DATA = Set.of("example", "default", "const", "enum", "value");

    /** Members whose own members have names that the author chose. */
    private static final Set<String> MAPS = Set.of(
            "properties",
            "patternProperties",
            "dependentSchemas",
            "$defs",
            "schemas",
            "responses",
            "parameters",
            "examples",
            "requestBodies",
            "headers",
            SCHEMES,
            "links",
            "callbacks",
            "pathItems",
            "content",
            "encoding");

    private final String prefix;
    private final Map<String, Map<String, String>> components = new HashMap<>();
    private final Map<String, String> operations = new HashMap<>();

    /**
     * Makes one without new names.
     *
     * @param prefix what comes in front of the paths of the document
     */
    References(String prefix) {
        this.prefix = prefix;
    }

    void renameComponent(String section, String name, String next) {
        components.computeIfAbsent(section, key -> new HashMap<>()).put(name, next);
    }

    void renameOperation(String id, String next) {
        operations.put(id, next);
    }

    String component(String section, String name) {
        return components.getOrDefault(section, Map.of()).getOrDefault(name, name);
    }

    boolean givesComponent(String section, String name) {
        return components.getOrDefault(section, Map.of()).containsValue(name);
    }

    /** Returns a path item or an object of another kind with the references as they read now. */
    JsonValue rewrite(JsonValue value) {
        return walk(value, false);
    }

    /** Returns a component as it reads now. */
    JsonValue rewriteComponent(String section, JsonValue value) {
        return walk(value, section.equals("callbacks"));
    }

    private JsonValue walk(JsonValue value, boolean names) {
        if (value instanceof JsonArray array) {
            JsonArrayBuilder result = Json.createArrayBuilder();
            array.forEach(each -> result.add(walk(each, false)));
            return result.build();
        }
        if (value instanceof JsonObject object) {
            JsonObjectBuilder result = Json.createObjectBuilder();
            object.forEach((key, each) -> result.add(key, names ? walk(each, false) : member(key, each)));
            return result.build();
        }
        return value;
    }

    private JsonValue member(String key, JsonValue value) {
        if (DATA.contains(key) || key.startsWith("x-") || key.equals("examples") && value instanceof JsonArray) {
            return value;
        }
        if (value instanceof JsonString string) {
            return switch (key) {
                case "$ref", "operationRef" -> Json.createValue(reference(string.getString()));
                case "operationId" -> Json.createValue(operations.getOrDefault(string.getString(), string.getString()));
                default -> value;
            };
        }
        if (key.equals("security") && value instanceof JsonArray requirements) {
            return requirements(requirements);
        }
        if (key.equals("mapping") && value instanceof JsonObject mapping) {
            return mapping(mapping);
        }
        return walk(value, value instanceof JsonObject && MAPS.contains(key));
    }

    /** Returns requirements of security by the new names of their schemes. */
    JsonArray requirements(JsonArray requirements) {
        JsonArrayBuilder result = Json.createArrayBuilder();
        for (JsonValue each : requirements) {
            if (each instanceof JsonObject alternatives) {
                JsonObjectBuilder renamed = Json.createObjectBuilder();
                alternatives.forEach((name, scopes) -> renamed.add(component(SCHEMES, name), scopes));
                result.add(renamed);
            } else {
                result.add(each);
            }
        }
        return result.build();
    }

    /** A value of a discriminator's mapping is a reference or the plain name of a schema. */
    private JsonObject mapping(JsonObject mapping) {
        JsonObjectBuilder result = Json.createObjectBuilder();
        mapping.forEach((name, value) -> result.add(
                name,
                value instanceof JsonString target
                        ? Json.createValue(
                                target.getString().startsWith("#")
                                        ? reference(target.getString())
                                        : component("schemas", target.getString()))
                        : value));
        return result.build();
    }

    private String reference(String reference) {
        if (reference.startsWith(TO_PATH)) {
            return "#/paths/" + escaped(prefix) + reference.substring("#/paths/".length());
        }
        if (!reference.startsWith(TO_COMPONENT)) {
            return reference;
        }
        String[] steps = reference.substring(TO_COMPONENT.length()).split("/", 3);
        if (steps.length < 2) {
            return reference;
        }
        String name = component(steps[0], unescaped(steps[1]));
        return TO_COMPONENT + steps[0] + "/" + escaped(name) + (steps.length == 3 ? "/" + steps[2] : "");
    }

    private static String escaped(String step) {
        return step.replace("~", "~0").replace("/", "~1");
    }

    private static String unescaped(String step) {
        return step.replace("~1", "/").replace("~0", "~");
    }
}
