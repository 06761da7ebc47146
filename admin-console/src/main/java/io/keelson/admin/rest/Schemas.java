package io.keelson.admin.rest;

import io.keelson.base.measure.Described;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes schemas as JSON (JSON Schema 2020-12). A record gets a schema of its own, by the rules by which {@link RuntimeJson} writes
 * it, and is referred to. Confined to one thread.
 */
final class Schemas {
    /** Place where a document has its schemas, as references to them begin. */
    static final String PLACE = "#/components/schemas/";

    private final Map<String, JsonObject> known = new TreeMap<>();

    /** The schemas that were referred to. */
    JsonObjectBuilder known() {
        JsonObjectBuilder all = Answer.JSON.createObjectBuilder();
        known.forEach(all::add);
        return all;
    }

    void put(String name, JsonObject schema) {
        known.put(name, schema);
    }

    /** The JSON of a schema. */
    JsonObjectBuilder of(Schema schema) {
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder();
        if (schema instanceof Schema.Plain plain) {
            return json.add("type", plain.type());
        } else if (schema instanceof Schema.Text text) {
            return text(text);
        } else if (schema instanceof Schema.Whole whole) {
            JsonObjectBuilder number = json.add("type", "integer").add("minimum", whole.least());
            return whole.most() == null ? number : number.add("maximum", whole.most());
        } else if (schema instanceof Schema.Choice choice) {
            return choice(choice.values());
        } else if (schema instanceof Schema.OrNull maybe) {
            return orNull(of(maybe.schema()));
        } else if (schema instanceof Schema.Items items) {
            return type("array").add("items", of(items.item()));
        } else if (schema instanceof Schema.Entries entries) {
            return type("object").add("additionalProperties", of(entries.value()));
        } else if (schema instanceof Schema.State state) {
            return reference(state.type());
        } else if (schema instanceof Schema.Later later) {
            return of(later.schema().get());
        } else if (schema instanceof Schema.Members object) {
            return members(object);
        }
        return json; // anything
    }

    private static JsonObjectBuilder text(Schema.Text text) {
        JsonObjectBuilder json = type("string");
        if (!text.format().isEmpty()) {
            json.add("format", text.format());
        }
        return text.pattern().isEmpty() ? json : json.add("pattern", text.pattern());
    }

    private JsonObjectBuilder members(Schema.Members object) {
        JsonObjectBuilder properties = Answer.JSON.createObjectBuilder();
        JsonArrayBuilder required = Answer.JSON.createArrayBuilder();
        object.members().forEach((name, schema) -> {
            properties.add(name, of(schema));
            if (!object.optional().contains(name)) {
                required.add(name);
            }
        });
        return type("object").add("properties", properties).add("required", required);
    }

    private JsonObjectBuilder reference(Class<?> type) {
        String name = name(type);
        if (!known.containsKey(name)) {
            known.put(name, JsonObject.EMPTY_JSON_OBJECT); // a record may have itself
            JsonObjectBuilder properties = Answer.JSON.createObjectBuilder();
            JsonArrayBuilder required = Answer.JSON.createArrayBuilder();
            for (RecordComponent component : type.getRecordComponents()) {
                String key = RuntimeJson.name(component);
                properties.add(key, component(component));
                required.add(key);
            }
            known.put(
                    name,
                    type("object")
                            .add("properties", properties)
                            .add("required", required)
                            .build());
        }
        return Answer.JSON.createObjectBuilder().add("$ref", PLACE + name);
    }

    private JsonObjectBuilder component(RecordComponent component) {
        Described described = component.getAnnotation(Described.class);
        JsonObjectBuilder schema = of(component.getGenericType());
        if (described != null && described.grows() && component.getType().isPrimitive()) {
            schema.add("minimum", 0);
        }
        JsonObjectBuilder whole = nullable(component) ? orNull(schema) : schema;
        return described == null ? whole : whole.add("description", described.value());
    }

    private static boolean nullable(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                || component.getType() == Double.class
                || component.getType() == double.class
                || component.getType() == float.class; // no figure as yet
    }

    /** Records of several rooms may be called State: the one that it is part of stands before. */
    private static String name(Class<?> type) {
        String name = type.getName().substring(type.getPackageName().length() + 1);
        return RuntimeJson.kebab(name.replace("$", "-").replaceAll("-([A-Z])", "-$1"));
    }

    private JsonObjectBuilder of(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (Collection.class.isAssignableFrom(raw)) {
                return type("array").add("items", of(arguments[0]));
            }
            if (raw == Optional.class) {
                return orNull(of(arguments[0]));
            }
            if (Map.class.isAssignableFrom(raw)) {
                return type("object").add("additionalProperties", of(arguments[1]));
            }
        }
        return type instanceof Class<?> plain ? single(plain) : Answer.JSON.createObjectBuilder();
    }

    private JsonObjectBuilder single(Class<?> type) {
        if (type.isRecord()) {
            return reference(type);
        }
        if (type == OptionalInt.class || type == OptionalLong.class) {
            return orNull(type("integer").add("format", type == OptionalLong.class ? "int64" : "int32"));
        }
        if (type == boolean.class || type == Boolean.class) {
            return type("boolean");
        }
        if (type == double.class || type == float.class || type == Double.class) {
            return type("number");
        }
        if (type == Duration.class) {
            return type("integer").add("minimum", 0).add("format", "int64");
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return type("integer").add("format", type == long.class || type == Long.class ? "int64" : "int32");
        }
        return type.isEnum()
                ? choice(Arrays.stream(type.getEnumConstants())
                        .map(Object::toString)
                        .toList())
                : type("string");
    }

    private static JsonObjectBuilder choice(List<String> values) {
        JsonArrayBuilder all = Answer.JSON.createArrayBuilder();
        values.forEach(all::add);
        return type("string").add("enum", all);
    }

    private static JsonObjectBuilder orNull(JsonObjectBuilder schema) {
        return Answer.JSON
                .createObjectBuilder()
                .add("anyOf", Answer.JSON.createArrayBuilder().add(schema).add(type("null")));
    }

    private static JsonObjectBuilder type(String name) {
        return Answer.JSON.createObjectBuilder().add("type", name);
    }
}
