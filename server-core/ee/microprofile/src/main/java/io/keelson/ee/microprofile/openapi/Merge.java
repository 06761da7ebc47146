package io.keelson.ee.microprofile.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.ee.microprofile.MicroProfileLog;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes one document of several. A path gets the context root of its module in front, or the module's own servers. A component whose name
 * another module has for something else gets a number, and so does an operation id; references follow. What belongs to a whole document
 * goes to the operations of its module. Of one module alone the result is that module's document. Confined to a thread.
 *
 * <p>Specification: OpenAPI 3.1, 4.8.1 OpenAPI Object.
 */
final class Merge {
    static final String COMPONENTS = "components";
    static final String PATHS = "paths";

    private static final String SERVERS = "servers";
    private static final String SECURITY = "security";
    private static final String VERSION = "openapi";
    private static final Set<String> OPERATIONS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final Map<String, Map<String, JsonValue>> components = new LinkedHashMap<>();
    private final Map<String, JsonValue> paths = new LinkedHashMap<>();
    private final Map<String, JsonValue> tags = new LinkedHashMap<>();
    private final Map<String, JsonValue> webhooks = new LinkedHashMap<>();
    private final Map<String, JsonValue> extensions = new LinkedHashMap<>();
    private final Set<String> operations = new java.util.HashSet<>();
    private final List<Rendered> added = new ArrayList<>();
    private @Nullable String version;

    /** Adds the document of a module, or logs why it has no place among the others. */
    void add(ModuleDocument module, Rendered rendered) {
        add(module.name(), module.contextPath(), module.hasOwnServers(), rendered);
    }

    /**
     * Adds a document.
     *
     * @param root the context root; empty for that of the server
     * @param ownServers true if the document's servers are the module's own
     */
    void add(String name, String root, boolean ownServers, Rendered rendered) {
        JsonObject document = rendered.tree();
        String ofDocument = minor(document.getString(VERSION, ""));
        if (version != null && !ofDocument.equals(minor(version))) {
            MicroProfileLog.LOG.notMerged(name, "it is of OpenAPI " + ofDocument + ", others are of " + minor(version));
            return;
        }
        String prefix = ownServers ? "" : root;
        JsonObject ownPaths = object(document, PATHS);
        for (String path : ownPaths.keySet()) {
            if (paths.containsKey(prefix + path)) {
                MicroProfileLog.LOG.notMerged(name, "another module has the path " + prefix + path);
                return;
            }
        }
        if (version == null) {
            version = document.getString(VERSION, "3.1.0");
        }
        added.add(rendered);
        References references = references(document, prefix);
        object(document, COMPONENTS).forEach((section, entries) -> addComponents(section, entries, references));
        ownPaths.forEach((path, item) ->
                paths.put(prefix + path, item(references.rewrite(item), document, ownServers, references)));
        object(document, "webhooks")
                .forEach((key, item) ->
                        webhooks.putIfAbsent(key, item(references.rewrite(item), document, false, references)));
        array(document, "tags")
                .forEach(tag -> tags.putIfAbsent(tag.asJsonObject().getString("name", ""), tag));
        document.forEach((key, value) -> {
            if (key.startsWith("x-")) {
                extensions.putIfAbsent(key, value);
            }
        });
    }

    private void addComponents(String section, JsonValue entries, References references) {
        if (entries instanceof JsonObject all) {
            Map<String, JsonValue> merged = components.computeIfAbsent(section, key -> new LinkedHashMap<>());
            all.forEach((name, value) ->
                    merged.put(references.component(section, name), references.rewriteComponent(section, value)));
        }
    }

    /** Finds the names that change: those of components that are something else here, and those of components that refer to them. */
    private References references(JsonObject document, String prefix) {
        References references = new References(prefix);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Map.Entry<String, JsonValue> section :
                    object(document, COMPONENTS).entrySet()) {
                if (section.getValue() instanceof JsonObject own) {
                    changed |= rename(section.getKey(), own, references);
                }
            }
        }
        object(document, PATHS).values().forEach(item -> renameOperations(item, references));
        object(document, "webhooks").values().forEach(item -> renameOperations(item, references));
        return references;
    }

    private boolean rename(String section, JsonObject own, References references) {
        Map<String, JsonValue> there = components.getOrDefault(section, Map.of());
        boolean changed = false;
        for (Map.Entry<String, JsonValue> entry : own.entrySet()) {
            String name = entry.getKey();
            JsonValue other = there.get(name);
            if (references.component(section, name).equals(name)
                    && other != null
                    && !other.equals(references.rewriteComponent(section, entry.getValue()))) {
                int number = 2;
                while (there.containsKey(name + number)
                        || own.containsKey(name + number)
                        || references.givesComponent(section, name + number)) {
                    number++;
                }
                references.renameComponent(section, name, name + number);
                changed = true;
            }
        }
        return changed;
    }

    private void renameOperations(JsonValue item, References references) {
        if (item instanceof JsonObject methods) {
            methods.forEach((method, operation) -> {
                if (OPERATIONS.contains(method) && operation instanceof JsonObject one) {
                    String id = one.getString("operationId", "");
                    if (!id.isEmpty() && !operations.add(id)) {
                        int number = 2;
                        while (!operations.add(id + number)) {
                            number++;
                        }
                        references.renameOperation(id, id + number);
                    }
                }
            });
        }
    }

    /** Gives a path what its document says of all paths. */
    private static JsonValue item(JsonValue value, JsonObject document, boolean ownServers, References references) {
        if (!(value instanceof JsonObject item)) {
            return value;
        }
        JsonObjectBuilder result = Json.createObjectBuilder();
        item.forEach((key, each) -> result.add(
                key,
                OPERATIONS.contains(key) && each instanceof JsonObject operation
                        ? operation(operation, document, references)
                        : each));
        if (ownServers && !item.containsKey(SERVERS)) {
            result.add(SERVERS, array(document, SERVERS));
        }
        return result.build();
    }

    private static JsonObject operation(JsonObject operation, JsonObject document, References references) {
        return !document.containsKey(SECURITY) || operation.containsKey(SECURITY)
                ? operation
                : Json.createObjectBuilder(operation)
                        .add(SECURITY, references.requirements(array(document, SECURITY)))
                        .build();
    }

    /** Returns the document of all that were added. */
    Rendered rendered() {
        if (added.size() == 1) {
            return added.get(0);
        }
        JsonObjectBuilder document = Json.createObjectBuilder()
                .add(VERSION, version == null ? "3.1.0" : version)
                .add(
                        "info",
                        Json.createObjectBuilder()
                                .add("title", "Applications of this server")
                                .add("version", "1.0.0"));
        if (!tags.isEmpty()) {
            JsonArrayBuilder list = Json.createArrayBuilder();
            tags.values().forEach(list::add);
            document.add("tags", list);
        }
        document.add(PATHS, object(paths));
        if (!webhooks.isEmpty()) {
            document.add("webhooks", object(webhooks));
        }
        if (!components.isEmpty()) {
            JsonObjectBuilder all = Json.createObjectBuilder();
            components.forEach((section, entries) -> all.add(section, object(entries)));
            document.add(COMPONENTS, all);
        }
        extensions.forEach(document::add);
        String json = document.build().toString();
        try {
            return new Rendered(
                    json,
                    new YAMLMapper()
                            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                            .writeValueAsString(new ObjectMapper().readTree(json)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the merged document cannot be written as YAML: " + e.getMessage(), e);
        }
    }

    private static JsonObjectBuilder object(Map<String, JsonValue> entries) {
        JsonObjectBuilder object = Json.createObjectBuilder();
        entries.forEach(object::add);
        return object;
    }

    private static JsonObject object(JsonObject of, String member) {
        return of.get(member) instanceof JsonObject object ? object : JsonValue.EMPTY_JSON_OBJECT;
    }

    private static JsonArray array(JsonObject of, String member) {
        return of.get(member) instanceof JsonArray array ? array : JsonValue.EMPTY_JSON_ARRAY;
    }

    private static String minor(String version) {
        int second = version.indexOf('.', version.indexOf('.') + 1);
        return second < 0 ? version : version.substring(0, second);
    }
}
