package io.keelson.admin.change;

import io.keelson.admin.rest.Answer;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plain data (booleans, numbers, text, lists, maps) as JSON and back. */
public final class PlainJson {
    private PlainJson() {}

    /** A map as an object. */
    public static JsonObject object(Map<?, ?> map) {
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder();
        map.forEach((key, value) -> json.add(String.valueOf(key), value(value)));
        return json.build();
    }

    /** A map with its keys in the order given: key, value, key, value. */
    public static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    /** Plain data as JSON. */
    public static JsonValue value(@Nullable Object plain) {
        if (plain == null) {
            return JsonValue.NULL;
        } else if (plain instanceof Map<?, ?> map) {
            return object(map);
        } else if (plain instanceof List<?> list) {
            JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
            list.forEach(item -> array.add(value(item)));
            return array.build();
        } else if (plain instanceof Boolean truth) {
            return truth ? JsonValue.TRUE : JsonValue.FALSE;
        } else if (plain instanceof Number number) {
            return Answer.JSON.createValue(new BigDecimal(number.toString()));
        }
        return Answer.JSON.createValue(plain.toString());
    }

    /** Plain data of JSON; null for null. */
    public static @Nullable Object plain(JsonValue json) {
        return switch (json.getValueType()) {
            case NULL -> null;
            case TRUE -> Boolean.TRUE;
            case FALSE -> Boolean.FALSE;
            case STRING -> ((JsonString) json).getString();
            case NUMBER -> number((JsonNumber) json);
            case ARRAY ->
                ((JsonArray) json)
                        .stream()
                                .filter(item -> item != JsonValue.NULL)
                                .map(PlainJson::plain)
                                .toList();
            case OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                json.asJsonObject().forEach((key, value) -> {
                    Object plain = plain(value);
                    if (plain != null) {
                        map.put(key, plain);
                    }
                });
                yield map;
            }
        };
    }

    private static Number number(JsonNumber number) {
        return number.isIntegral() && number.bigIntegerValue().bitLength() < Long.SIZE
                ? (Number) number.longValue()
                : number.bigDecimalValue();
    }
}
